import {
  counterpartyOf,
  settlementTypeOf,
  type Counterparty,
} from '../../domain/bookkeeping/settlement.ts'
import { sum } from '../../domain/money.ts'
import type { FinancialEvent } from '../../entities/financial-event.ts'
import {
  SettlementAccount,
  SettlementAccountTransaction,
} from '../../entities/settlement-account.ts'
import { lockKeys } from '../../kernel/write/lock-key.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { Meaning, Plan } from './plans.ts'

interface Drafted extends Meaning {
  event: Pick<FinancialEvent, 'currency' | 'facts'>
}

export type HeldSettlements = ReadonlyMap<string, SettlementAccount>

/** What an event moves on the account with whom it is settled; the mirror of one moves it back. */
function changeOf({ derived, mirror }: Meaning): bigint {
  if (mirror !== undefined) return -mirror.postedOn('SETTLEMENT')
  return sum(derived.tenant.filter(({ role }) => role === 'SETTLEMENT').map(({ amount }) => amount))
}

const placeOf = ({ event, mirror }: Drafted) => ({
  ...counterpartyOf(mirror?.event.facts ?? event.facts),
  currency: event.currency,
})

const keyOf = ({
  counterpartyType,
  counterpartyCode,
  currency,
}: Counterparty & { currency: string }) =>
  `${counterpartyType} ${counterpartyCode ?? ''} ${currency}`

/** The accounts on which is settled, held till the commit; the first booking opens one. */
export async function lockSettlements(
  unit: Unit,
  plans: readonly Drafted[],
): Promise<HeldSettlements> {
  const moving = plans.filter((plan) => changeOf(plan) !== 0n)
  if (moving.length === 0) return new Map()
  const places = new Map(moving.map(placeOf).map((place) => [keyOf(place), place]))
  const known = await accountsAt(unit, [...places.values()])
  const missing = [...places].filter(([key]) => !known.has(key))
  // Before any is held, in the order that all units have.
  await lockKeys(
    unit,
    'settlement account',
    missing.map(([key]) => key),
  )
  // Somebody else may have opened it while this waited.
  const held = await accountsAt(unit, [...places.values()], 'held')
  const opened = missing
    .filter(([key]) => !held.has(key))
    .map(
      ([key, place]) => [key, unit.insert(SettlementAccount, { ...place, balance: 0n })] as const,
    )
  return new Map([...held, ...opened])
}

async function accountsAt(
  unit: Unit,
  places: readonly (Counterparty & { currency: string })[],
  how?: 'held',
): Promise<HeldSettlements> {
  const where = `(counterparty_type, coalesce(counterparty_code, ''), currency) in
    (select * from unnest($2::text[], $3::text[], $4::text[]))`
  const values = [
    places.map(({ counterpartyType }) => counterpartyType),
    places.map(({ counterpartyCode }) => counterpartyCode ?? ''),
    places.map(({ currency }) => currency),
  ]
  const rows = await unit.readEach(SettlementAccount, where, values, how)
  return new Map(
    rows.map((row) => [keyOf({ ...row, counterpartyCode: row.counterpartyCode ?? null }), row]),
  )
}

/** One transaction for each event, with the balance after it. */
export async function moveSettlements(
  unit: Unit,
  plans: readonly Plan[],
  held: HeldSettlements,
): Promise<void> {
  const moving = plans.filter((plan) => changeOf(plan) !== 0n)
  if (moving.length === 0) return
  const reversed = await reversedBy(unit, moving)
  for (const plan of moving) {
    const account = held.get(keyOf(placeOf(plan)))!
    const { event, mirror } = plan
    const amount = changeOf(plan)
    unit.update(SettlementAccount, account, { balance: account.balance + amount })
    const before = mirror && reversed.get(mirror.event.id)
    const made = unit.insert(SettlementAccountTransaction, {
      settlementAccountId: account.id,
      type: settlementTypeOf(event.type, event.facts),
      amount,
      balanceAfter: account.balance,
      currency: account.currency,
      bookDate: event.bookDate,
      financialEventId: event.id,
      text: event.text,
      reversesId: before?.id ?? null,
      createdBy: unit.principal.id,
    })
    if (before !== undefined) {
      unit.update(SettlementAccountTransaction, before, { reversedById: made.id })
    }
  }
}

async function reversedBy(
  unit: Unit,
  plans: readonly Plan[],
): Promise<ReadonlyMap<string, SettlementAccountTransaction>> {
  const ids = plans.flatMap(({ mirror }) => mirror?.event.id ?? [])
  if (ids.length === 0) return new Map()
  const of = 'financial_event_id = any($2)'
  const rows = await unit.readEach(SettlementAccountTransaction, of, [ids], 'held')
  return new Map(rows.map((row) => [String(row.financialEventId), row]))
}
