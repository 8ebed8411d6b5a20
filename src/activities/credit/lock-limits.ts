import type { CreditStatus } from '../../entities/credit-status.ts'
import type { SystemDebtorCreditStatus } from '../../entities/system-debtor.ts'
import type { SystemDebtorGroup } from '../../entities/system-debtor-group.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { ExposedTo } from './debtor-exposure.ts'
import { heldGroups } from './group-limits.ts'
import {
  clientLimits,
  debtorLimits,
  heldLimits,
  heldWhere,
  lackingOf,
  type HeldRows,
  type OfDebtor,
} from './limit-rows.ts'

/** Whose limits a claim uses. A debtor without an identity has none beyond the client's. */
export type Limiting = ExposedTo

/** The limits of one claim, for nobody else until the commit. */
export interface Limits {
  of: Limiting
  client: CreditStatus
  debtor: SystemDebtorCreditStatus | null
  /** Those that share a limit with the debtor. */
  groups: readonly SystemDebtorGroup[]
  today: string
}

export type LimitsOf = (of: Limiting) => Limits

/** The limits of some claims: what is not locked beside other questions is locked after them. */
export interface LimitsThere {
  of: readonly Limiting[]
  lock(): Promise<LimitsOf>
}

/** Of one claim. */
export async function lockLimits(unit: Unit, of: Limiting): Promise<Limits> {
  const there = await limitsThere(unit, [of])
  return (await there.lock())(of)
}

/** Which are locked already. */
export const limitsKnown = (limits: Limits): LimitsThere => ({
  of: [limits.of],
  lock: async () => () => limits,
})

/**
 * Asked beside other things, the last of them, since it holds what is there where nothing lacks.
 * Those of the same client or debtor have the same row. All clients' rows come first and the
 * debtors' after them, always, so that claims never block each other.
 */
export async function limitsThere(unit: Unit, all: readonly Limiting[]): Promise<LimitsThere> {
  const debtors = all.flatMap(debtorsOf)
  const [today, held] = await Promise.all([
    unit.today(),
    all.length === 0 ? nothingHeld : heldWhere(unit, all, debtors),
  ])
  return {
    of: all,
    async lock() {
      if (held !== undefined) return limitsAmong(held, today)
      const ofClients = await lackingOf(unit, clientLimits, all)
      const clients = await heldLimits(unit, clientLimits, all, ofClients)
      const ofDebtors = await lackingOf(unit, debtorLimits, debtors)
      const rows = await heldLimits(unit, debtorLimits, debtors, ofDebtors)
      const groups = await heldGroups(unit, debtors)
      return limitsAmong({ clients, debtors: rows, groups }, today)
    },
  }
}

const nothingHeld: HeldRows = { clients: [], debtors: [], groups: { all: [], of: () => [] } }

function limitsAmong({ clients, debtors, groups }: HeldRows, today: string): LimitsOf {
  const ofClient = new Map(clients.map((row) => [clientLimits.keyOf(row), row]))
  const ofDebtor = new Map(debtors.map((row) => [debtorLimits.keyOf(row), row]))
  return (of) => ({
    of,
    client: ofClient.get(clientLimits.keyOf(of))!,
    debtor: debtorsOf(of).map((debtor) => ofDebtor.get(debtorLimits.keyOf(debtor))!)[0] ?? null,
    groups: debtorsOf(of).flatMap((debtor) => groups.of(debtor)),
    today,
  })
}

const debtorsOf = ({ systemDebtorId, currency }: Limiting): OfDebtor[] =>
  systemDebtorId === null ? [] : [{ systemDebtorId, currency }]

/** The row of the debtor's limit, where something was counted or set before. */
export async function lockedDebtorLimit(
  unit: Unit,
  of: OfDebtor,
): Promise<SystemDebtorCreditStatus | null> {
  const [locked] = await debtorLimits.read(unit, [of], 'held')
  return locked ?? null
}

/** Those of several, made where there are none. */
export async function lockDebtorLimits(
  unit: Unit,
  all: readonly OfDebtor[],
): Promise<SystemDebtorCreditStatus[]> {
  return heldLimits(unit, debtorLimits, all, await lackingOf(unit, debtorLimits, all))
}
