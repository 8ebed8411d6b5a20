import { z } from 'zod'
import {
  chosenPrefix,
  leastLength,
  ocrLevels,
  referenceOf,
  referenceSchemes,
  type ReferenceScheme,
} from '../../domain/clients/reference-scheme.ts'
import { invalid } from '../../domain/refusal.ts'
import { exampleId } from '../../entities/ids.ts'
import { ClientAccount } from '../../entities/client-account.ts'
import { Client } from '../../entities/client.ts'
import {
  AccountReferenceSetting,
  PaymentReferenceSetting,
} from '../../entities/payment-reference-setting.ts'
import { id } from '../../kernel/read/fields.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { lockSharedDefaults } from './locks.ts'
import { nextPrefix, refuseTaken } from './reference-prefixes.ts'

const lengthMax = 25
const shape = {
  scheme: z.enum(referenceSchemes),
  level: z.enum(ocrLevels).meta({ example: 'FIXED' }),
  /** Of FIXED references alone. */
  length: z.int().min(7).max(lengthMax).nullable().meta({ example: 16 }),
  /** Nine and up to seven further digits; left out, the platform gives one of six. */
  prefix: z
    .string()
    .max(8)
    .regex(chosenPrefix, 'A prefix that is chosen is 9 and one to seven further digits')
    .meta({ example: '9417' }),
}
const created = z.strictObject({
  scheme: shape.scheme,
  level: shape.level.default('VARIABLE'),
  length: shape.length.default(null),
  prefix: shape.prefix.optional(),
})

const example = { scheme: 'OCR', level: 'FIXED', length: 16 } as const
const clientId = exampleId('Client', 'another')
const clientAccountId = exampleId('ClientAccount', 'another')

export const createInvoiceReferencesInput = created
  .extend({ clientId: id('Client') })
  .meta({ example: { ...example, prefix: '9424', clientId } })
export const createCaseReferencesInput = created
  .extend({ clientId: id('Client') })
  .meta({ example: { ...example, prefix: '9423', clientId } })
export const createAccountReferencesInput = created
  .extend({ clientAccountId: id('ClientAccount') })
  .meta({ example: { ...example, prefix: '9417', clientAccountId } })
export const updateReferencesInput = z
  .strictObject(shape)
  .partial()
  .meta({ example: { level: 'FIXED', length: 20 } })

type Created = z.output<typeof created>
type Change = z.output<typeof updateReferencesInput>
type Setting = PaymentReferenceSetting | AccountReferenceSetting

/** How the references of a client's invoices are made, from the next one on. */
export async function createInvoiceReferences(
  unit: Unit,
  { clientId, ...sent }: z.output<typeof createInvoiceReferencesInput>,
): Promise<PaymentReferenceSetting> {
  await unit.load(Client, clientId, '/clientId')
  const begun = await begin(unit, sent)
  return unit.add(PaymentReferenceSetting, { clientId, ...begun })
}

/** The same for its cases. */
export async function createCaseReferences(
  unit: Unit,
  { clientId, ...sent }: z.output<typeof createCaseReferencesInput>,
): Promise<AccountReferenceSetting> {
  await unit.load(Client, clientId, '/clientId')
  const own = { clientId, purpose: 'COLLECTION_BATCH', clientAccountId: null } as const
  return unit.add(AccountReferenceSetting, {
    ...own,
    ...(await begin(unit, sent)),
    reference: null,
  })
}

/** With what is paid to an account of a client: one reference, for ever the same. */
export async function createAccountReferences(
  unit: Unit,
  { clientAccountId, ...sent }: z.output<typeof createAccountReferencesInput>,
): Promise<AccountReferenceSetting> {
  const { clientId } = await unit.load(ClientAccount, clientAccountId, '/clientAccountId')
  const begun = await begin(unit, sent)
  const own = { clientId, purpose: 'CLIENT_ACCOUNT', clientAccountId } as const
  return unit.add(AccountReferenceSetting, { ...own, ...begun, reference: referenceOf(begun, 1n) })
}

export async function invoiceReferencesOf(
  unit: Unit,
  clientId: string,
): Promise<PaymentReferenceSetting> {
  const client = await unit.load(Client, clientId)
  return unit.load(PaymentReferenceSetting, { clientId: client.id })
}

export async function caseReferencesOf(
  unit: Unit,
  clientId: string,
): Promise<AccountReferenceSetting> {
  const client = await unit.load(Client, clientId)
  return unit.load(AccountReferenceSetting, { clientId: client.id, purpose: 'COLLECTION_BATCH' })
}

export const updateInvoiceReferences = (unit: Unit, settingId: string, sent: Change) =>
  update(unit, PaymentReferenceSetting, settingId, sent)

export async function updateFurtherReferences(
  unit: Unit,
  purpose: AccountReferenceSetting['purpose'],
  settingId: string,
  sent: Change,
): Promise<AccountReferenceSetting> {
  await unit.load(AccountReferenceSetting, { id: settingId, purpose })
  const setting = await update(unit, AccountReferenceSetting, settingId, sent)
  if (setting.clientAccountId != null) setting.reference = referenceOf(schemeOf(setting), 1n)
  return setting
}

/** What is asked of a setting that nobody has made references by. */
async function begin(unit: Unit, { prefix: chosen, ...sent }: Created) {
  await lockSharedDefaults(unit)
  const prefix = chosen ?? (await nextPrefix(unit))
  if (chosen !== undefined) await refuseTaken(unit, chosen)
  const scheme = { ...sent, prefix }
  refuseUnfit(scheme)
  return { ...scheme, nextNumber: 1n, formerPrefixes: [] }
}

/**
 * Two shapes of one prefix could make the same reference, so references of another shape have
 * another prefix; the former stays taken for ever.
 */
async function update<S extends Setting>(
  unit: Unit,
  entity: Parameters<typeof loadHeld<S>>[1],
  settingId: string,
  sent: Change,
): Promise<S> {
  await lockSharedDefaults(unit)
  const setting = await loadHeld<S>(unit, entity, settingId)
  const before = schemeOf(setting)
  const { prefix: chosen, ...shaped } = sent
  const { scheme = before.scheme, level = before.level, length = before.length } = shaped
  const after = { scheme, level, length }
  const isSame =
    after.scheme === before.scheme && after.level === before.level && after.length === before.length
  if (isSame && (chosen === undefined || chosen === before.prefix)) return setting
  if (chosen !== undefined) await refuseTaken(unit, chosen)
  const prefix = chosen ?? (await nextPrefix(unit))
  refuseUnfit({ ...after, prefix })
  const former = before.prefix === '' ? [] : [before.prefix]
  const formerPrefixes = [...(setting.formerPrefixes ?? []), ...former]
  Object.assign(setting, { ...after, prefix, formerPrefixes })
  return setting
}

export const schemeOf = ({ scheme, level, prefix, length = null }: Setting): ReferenceScheme => ({
  scheme,
  level,
  prefix,
  length,
})

function refuseUnfit({ scheme, level, prefix, length }: ReferenceScheme): void {
  if (level !== 'FIXED') {
    if (length !== null) invalid('/length', 'NOT_OF_LEVEL', 'Only FIXED references have a length')
    return
  }
  if (scheme !== 'OCR') invalid('/level', 'NOT_OF_SCHEME', `${scheme} has no agreed length`)
  if (length === null) invalid('/length', 'REQUIRED', 'Say which length is agreed with the bank')
  const least = leastLength(prefix)
  if (length < least) {
    invalid('/length', 'TOO_SHORT', `With the prefix ${prefix} at least ${least} are needed`)
  }
}
