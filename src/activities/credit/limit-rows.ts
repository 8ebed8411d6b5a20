import { refuse } from '../../domain/refusal.ts'
import { CreditStatus } from '../../entities/credit-status.ts'
import { SystemDebtorCreditStatus } from '../../entities/system-debtor.ts'
import { groupsOfDebtors, heldGroups, type HeldGroups } from './group-limits.ts'
import { lockKey } from '../../kernel/write/lock-key.ts'
import type { KeyKind } from '../../kernel/write/ranks.ts'
import type { Unit } from '../../kernel/write/unit.ts'

const productCode = 'INVOICE_FACTORING_SELL'

export interface OfClient {
  clientId: string
  currency: string
}

export interface OfDebtor {
  systemDebtorId: string
  currency: string
}

/** The rows of one kind of limit: whose they are, and how one begins. */
interface LimitRows<Of, Row extends Of> {
  name: KeyKind
  keyOf(of: Of): string
  read(unit: Unit, all: readonly Of[], how?: 'held'): Promise<Row[]>
  begin(unit: Unit, of: Of): Row
}

export const clientLimits: LimitRows<OfClient, CreditStatus> = {
  name: 'client limit',
  keyOf: ({ clientId, currency }) => `${clientId} ${currency}`,
  read: (unit, all, how) =>
    unit.readEach(
      CreditStatus,
      `product_code = $2 and (client_id, currency) in (select * from unnest($3::uuid[], $4::text[]))`,
      [productCode, all.map(({ clientId }) => clientId), all.map(({ currency }) => currency)],
      how,
    ),
  begin: (unit, { clientId, currency }) => {
    const counted = { utilised: 0n, reserved: 0n, status: 'OK' } as const
    return unit.insert(CreditStatus, { clientId, currency, productCode, ...counted })
  },
}

export const debtorLimits: LimitRows<OfDebtor, SystemDebtorCreditStatus> = {
  name: 'debtor limit',
  keyOf: ({ systemDebtorId, currency }) => `${systemDebtorId} ${currency}`,
  read: (unit, all, how) =>
    unit.readEach(
      SystemDebtorCreditStatus,
      `(system_debtor_id, currency) in (select * from unnest($2::uuid[], $3::text[]))`,
      [all.map((each) => each.systemDebtorId), all.map(({ currency }) => currency)],
      how,
    ),
  begin: (unit, { systemDebtorId, currency }) => {
    const counted = { utilised: 0n, reserved: 0n }
    return unit.insert(SystemDebtorCreditStatus, { systemDebtorId, currency, ...counted })
  },
}

/**
 * The rows of all, held where each is there; otherwise none is held, and nothing is said: what is
 * made is made under a key, which comes first.
 */
export async function heldWhere(
  unit: Unit,
  ofClients: readonly OfClient[],
  ofDebtors: readonly OfDebtor[],
): Promise<HeldRows | undefined> {
  const clients = without(clientLimits, ofClients, [])
  const debtors = without(debtorLimits, ofDebtors, [])
  const values = [
    productCode,
    clients.map(({ clientId }) => clientId),
    clients.map(({ currency }) => currency),
    debtors.map(({ systemDebtorId }) => systemDebtorId),
    debtors.map(({ currency }) => currency),
  ]
  const [heldClients, heldDebtors, groups] = await Promise.all([
    unit.readEach(CreditStatus, `${itsClient} and ${isWhole}`, values, 'held'),
    debtors.length === 0
      ? []
      : unit.readEach(SystemDebtorCreditStatus, `${itsDebtor} and ${isWhole}`, values, 'held'),
    heldGroups(unit, debtors, `${groupsOfDebtors('$5')} and ${isWhole}`, values),
  ])
  const held = { clients: heldClients, debtors: heldDebtors, groups }
  if (heldClients.length === clients.length && heldDebtors.length === debtors.length) return held
  // The last of them was made between the two.
  if (heldClients.length + heldDebtors.length + groups.all.length > 0) refuse('VERSION_CONFLICT')
  return undefined
}

export interface HeldRows {
  clients: CreditStatus[]
  debtors: SystemDebtorCreditStatus[]
  groups: HeldGroups
}

const itsClient =
  'product_code = $2 and (client_id, currency) in (select * from unnest($3::uuid[], $4::text[]))'
const itsDebtor = '(system_debtor_id, currency) in (select * from unnest($5::uuid[], $6::text[]))'
const isWhole = `cardinality($3::uuid[]) = (
    select count(*) from credit_status where tenant_id = $1 and ${itsClient})
  and cardinality($5::uuid[]) = (
    select count(*) from system_debtor_credit_status where tenant_id = $1 and ${itsDebtor})`

/** Those of which there is no row yet. */
export async function lackingOf<Of, Row extends Of>(
  unit: Unit,
  rows: LimitRows<Of, Row>,
  all: readonly Of[],
): Promise<readonly Of[]> {
  return all.length === 0 ? [] : without(rows, all, await rows.read(unit, all))
}

/** Once each, in the order in which they are locked. */
function without<Of, Row extends Of>(
  { keyOf }: LimitRows<Of, Row>,
  all: readonly Of[],
  there: readonly Row[],
): readonly Of[] {
  const wanted = new Map(all.map((of) => [keyOf(of), of]))
  for (const row of there) wanted.delete(keyOf(row))
  return [...wanted.keys()].toSorted().map((key) => wanted.get(key)!)
}

/** The rows of all, held. Counting begins with the first claim in a currency, limited or not. */
export async function heldLimits<Of, Row extends Of>(
  unit: Unit,
  rows: LimitRows<Of, Row>,
  all: readonly Of[],
  lacking: readonly Of[],
): Promise<Row[]> {
  if (all.length === 0) return []
  for (const of of lacking) await lockKey(unit, rows.name, rows.keyOf(of))
  const held = await rows.read(unit, all, 'held')
  const made = without(rows, all, held).map((of) => rows.begin(unit, of))
  if (made.length > 0) await unit.flush()
  return [...held, ...made]
}
