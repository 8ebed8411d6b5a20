import { isDeepStrictEqual } from 'node:util'
import { isBound } from '../../domain/access/scope.ts'
import {
  countryOfDebtor,
  debtorFields,
  furtherAfter,
  furtherFields,
  identityOf,
  type DebtorSent,
} from '../../domain/debtors/debtor-sent.ts'
import { refuse } from '../../domain/refusal.ts'
import { Client } from '../../entities/client.ts'
import { Debtor } from '../../entities/debtor.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { holdWhere } from '../../kernel/write/hold.ts'
import { lockKeyAhead } from '../../kernel/write/lock-key.ts'
import { takesTwoSince } from '../system/settings/loosened.ts'
import { refuseMoved } from '../system/refuse-moved.ts'
import { systemDebtorFor } from './system-debtor-for.ts'

/** The client of a debtor, with what the debtor has by default. */
export interface Creditor {
  clientId: string
  countryCode: string
  currency: string
}

/**
 * The client's debtor with this customer number, made if there is none; two calls at once make one.
 * Contact details that were sent are stored, those that were not sent stay.
 */
export async function matchDebtor(unit: Unit, clientId: string, sent: DebtorSent): Promise<Debtor> {
  const { currency } = await unit.tenant()
  const { countryCode } = await unit.load(Client, clientId)
  const creditor = { clientId, countryCode, currency }
  const there = await lockedDebtor(unit, creditor, sent)
  return there === null
    ? newDebtor(unit, creditor, sent)
    : changedDebtor(unit, creditor, there, sent)
}

/** Makes a debtor; of simultaneous callers the first one does. */
export async function newDebtor(unit: Unit, creditor: Creditor, sent: DebtorSent): Promise<Debtor> {
  const { clientId, currency } = creditor
  const { customerNumber } = sent
  lockKeyAhead(unit, 'debtor', `${clientId} ${customerNumber}`)
  const [since, identity] = await Promise.all([
    lockedDebtor(unit, creditor, sent),
    systemDebtorOf(unit, creditor, debtorFields(sent)),
  ])
  if (since !== null) return changedDebtor(unit, creditor, since, sent)
  const further = furtherFields(sent)
  const fields = { ...debtorFields(sent), clientId, customerNumber, further, ...identity }
  return unit.add(Debtor, { ...fields, currency, balance: 0n })
}

export async function changedDebtor(
  unit: Unit,
  creditor: Creditor,
  debtor: Debtor,
  sent: DebtorSent,
): Promise<Debtor> {
  if (isAllKnown(debtor, sent)) return debtor
  const before = identityOf(debtor, creditor.countryCode)
  refuseOther(creditor, debtor, sent)
  debtor.further = furtherAfter(debtor.further, furtherFields(sent), '/debtor')
  Object.assign(debtor, debtorFields(sent))
  if (identityOf(debtor, creditor.countryCode) === before) return debtor
  await refuseLaxer(unit, debtor, () => identify(unit, creditor, debtor))
  return debtor
}

/** Its earlier drafts keep what they were made under, unless two people say otherwise. */
async function refuseLaxer(unit: Unit, debtor: Debtor, change: () => Promise<void>) {
  const { id, clientId } = debtor
  const subject = { type: 'Debtor', id, clientId }
  const topic = await takesTwoSince(unit, { clientId, debtorId: id }, change)
  if (topic === undefined) return
  const { isNeeded } = unit.runtime.registered.secondPerson
  const isAllowed = !isBound(unit.scope) && !(await isNeeded(unit, { topic, subject, payload: {} }))
  if (isAllowed) return
  const code = 'DEBTOR_IDENTITY_LOOSENS'
  const pointer = '/debtor/identificationNumber'
  const message = 'Who has this number is exempt from what the debtor is not'
  refuse(code, { existingId: id, errors: [{ pointer, code, message }] })
}

/** An invoice may add the identity of a debtor, but not change it. */
function refuseOther({ countryCode: usual }: Creditor, debtor: Debtor, sent: DebtorSent): void {
  const before = identityOf(debtor, usual)
  const { identificationNumber = debtor.identificationNumber } = debtorFields(sent)
  const { countryCode = debtor.countryCode } = debtorFields(sent)
  if (before === null) return
  if (identityOf({ identificationNumber, countryCode }, usual) === before) return
  const isNumber = identityOf({ ...debtor, identificationNumber }, usual) !== before
  const pointer = isNumber ? '/debtor/identificationNumber' : '/debtor/countryCode'
  const message = `The customer number ${debtor.customerNumber} belongs to another number`
  refuse('DEBTOR_IDENTITY_DIFFERS', {
    existingId: debtor.id,
    errors: [{ pointer, code: 'DEBTOR_IDENTITY_DIFFERS', message }],
  })
}

/** Stores the debtor's identity; limits and exposure are counted by it from now on. */
export async function identify(
  unit: Unit,
  creditor: Pick<Creditor, 'countryCode'>,
  debtor: Debtor,
  pointer?: string,
): Promise<void> {
  const before = debtor.systemDebtorId ?? null
  const identity = await systemDebtorOf(unit, creditor, debtor, pointer)
  Object.assign(debtor, identity)
  const now = identity.systemDebtorId
  if (now === before) return
  for (const moved of unit.runtime.registered.identityMoved) {
    await moved(unit, debtor.id, before, now)
  }
}

/** Held until the commit, so that simultaneous changes of a debtor wait for each other. */
export async function lockedDebtor(
  unit: Unit,
  { clientId }: Creditor,
  { customerNumber }: DebtorSent,
): Promise<Debtor | null> {
  const [id] = await holdWhere(unit, Debtor, `id in (${numbered})`, [clientId, customerNumber])
  if (id === undefined) return null
  const debtor = await unit.load(Debtor, id)
  refuseMoved(debtor, '/debtor/customerNumber')
  return debtor
}

/** The debtor with the number, or the one of the same client that has taken its place. */
const numbered = `
  select coalesce(o.id, d.id) from debtor d
  left join debtor o on o.tenant_id = $1 and o.id = d.moved_to_id and o.client_id = $2
  where d.tenant_id = $1 and d.client_id = $2 and d.customer_number = $3`

type Known = Pick<Debtor, 'name' | 'type' | 'further'> & Partial<Debtor>

/** True if the sent details are those that are stored. */
export function isAllKnown(known: Known, sent: DebtorSent): boolean {
  const said = { ...debtorFields(sent), further: { ...known.further, ...furtherFields(sent) } }
  return Object.entries(said).every(([name, value]) =>
    isDeepStrictEqual(known[name as keyof Known], value),
  )
}

/** The identity of a debtor, which several debtors of the tenant may share. */
async function systemDebtorOf(
  unit: Unit,
  { countryCode }: Pick<Creditor, 'countryCode'>,
  debtor: Pick<Known, 'name' | 'type' | 'identificationNumber' | 'countryCode'>,
  pointer?: string,
): Promise<{ systemDebtorId: string | null; bankruptSince: string | null }> {
  const { identificationNumber, name, type } = debtor
  if (identificationNumber == null) return { systemDebtorId: null, bankruptSince: null }
  const country = countryOfDebtor(debtor, countryCode)
  const identity = { identificationNumber, name, type }
  const { id, bankruptcyDate = null } = await systemDebtorFor(unit, identity, country, pointer)
  return { systemDebtorId: id, bankruptSince: bankruptcyDate }
}
