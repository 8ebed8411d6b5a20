import type { z } from 'zod'
import {
  addressOf,
  furtherAfter,
  identityOf,
  type AddressSent,
} from '../../domain/debtors/debtor-sent.ts'
import { invalid, refuse } from '../../domain/refusal.ts'
import { Client } from '../../entities/client.ts'
import { Debtor } from '../../entities/debtor.ts'
import { DebtorSubtype } from '../../entities/debtor-subtype.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { isOther } from '../../kernel/read/fields.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import { pendingWhereLaxer } from '../system/settings/loosened.ts'
import { identify } from './match-debtor.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { openEnded, parted, type Further, type Known } from '../../kernel/read/open-ended.ts'
import { contactFields, debtorReadOnlyFields } from './debtor-input.ts'

const changeable = bodyOf(Debtor, [
  'customerNumber',
  'name',
  'type',
  'subtypeId',
  'identificationNumber',
  'countryCode',
  'preferredLanguage',
])
  .partial()
  .extend(contactFields).shape

const taken = debtorReadOnlyFields.filter((field) => !Object.hasOwn(changeable, field))
export const updateDebtorInput = openEnded(changeable, taken).meta({ id: 'DebtorChange' })

export type DebtorChange = Partial<Known<typeof changeable>> & { further: Further }

/** Parts known fields from further ones, which are stored by their names. */
export function debtorChangeOf(sent: z.output<typeof updateDebtorInput>): DebtorChange {
  const { known, further } = parted(changeable, sent)
  return { ...known, further }
}

/**
 * Changes what was sent of a debtor; null removes a value. Another identity, of which the tenant
 * says something laxer, takes two people.
 */
export async function updateDebtor(
  unit: Unit,
  id: string,
  sent: DebtorChange,
): Promise<Debtor | Pending> {
  const [known] = await rowsOf(unit, Debtor, { id: [id] }, ['clientId', ...identityNames])
  if (known !== undefined && isOther(identityNames, known, sent)) {
    const { clientId } = known
    const about = { subject: { type: 'Debtor', id, clientId }, payload: sent }
    const whom = { clientId, debtorId: id }
    const pending = await pendingWhereLaxer(unit, about, [whom], async (by) => {
      await updateNow(by, id, sent)
      return whom
    })
    if (pending !== undefined) return pending
  }
  return updateNow(unit, id, sent)
}

/** What says who somebody is. */
const identityNames = ['identificationNumber', 'countryCode'] as const

async function updateNow(unit: Unit, id: string, sent: DebtorChange): Promise<Debtor> {
  const debtor = await loadHeld(unit, Debtor, id)
  const { invoiceAddress, deliveryAddress, further, ...plain } = sent
  const client = await unit.load(Client, debtor.clientId)
  const before = identityOf(debtor, client.countryCode)
  for (const [field, value] of Object.entries(plain)) {
    if (value !== undefined) Object.assign(debtor, { [field]: value })
  }
  if (invoiceAddress !== undefined) debtor.invoiceAddress = kept(invoiceAddress)
  if (deliveryAddress !== undefined) debtor.deliveryAddress = kept(deliveryAddress)
  if (Object.keys(further).length > 0) {
    debtor.further = furtherAfter(debtor.further, further, '')
  }
  await checkSubtype(unit, debtor)
  if (identityOf(debtor, client.countryCode) !== before) {
    if (before !== null) await refuseFinanced(unit, id)
    await identify(unit, client, debtor, '/identificationNumber')
  }
  return debtor
}

/** A claim was bought because of this identity, so it stays until the claim is paid. */
async function refuseFinanced(unit: Unit, debtorId: string): Promise<void> {
  const [found] = await unit.transaction.prepared<{ claims: number }>(
    `select count(*)::int as claims from invoice where tenant_id = $1 and debtor_id = $2
     and financing_status in ('FINANCED', 'REFINANCED') and balance <> 0`,
    [unit.tenantId, debtorId],
  )
  const claims = found?.claims ?? 0
  if (claims > 0) {
    refuse('DEBTOR_IS_FINANCED', { detail: `Claims on the debtor that are financed: ${claims}.` })
  }
}

const kept = (address: AddressSent | null) => (address === null ? null : addressOf(address))

async function checkSubtype(unit: Unit, { subtypeId, type }: Debtor): Promise<void> {
  if (subtypeId == null) return
  const subtype = await unit.load(DebtorSubtype, subtypeId, '/subtypeId')
  if (subtype.debtorType === type) return
  invalid('/subtypeId', 'OTHER_TYPE', `The subtype refines ${subtype.debtorType}`)
}
