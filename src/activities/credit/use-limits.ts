import {
  least,
  limitLeftOn,
  creditStatusOn,
  limitOn,
  type Limited,
} from '../../domain/clients/limits.ts'
import { decimal, larger } from '../../domain/money.ts'
import { refuse } from '../../domain/refusal.ts'
import { CreditStatus } from '../../entities/credit-status.ts'
import { SystemDebtorCreditStatus } from '../../entities/system-debtor.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { addToExposure } from './debtor-exposure.ts'
import { addToGroup } from './group-limits.ts'
import { lockLimits, type Limiting, type Limits, type LimitsOf } from './lock-limits.ts'

/**
 * A claim at its limits: how much it is, how much of it is reserved, whether limits bind it at
 * all.
 */
export interface Used {
  amount: bigint
  reserved: bigint
  limitsApply: boolean
}

/** What is left of both for a claim, its own reservation included. */
export function availableFor({ client, debtor, groups, today }: Limits, reserved: bigint) {
  const left = (limited: Limited | null) => {
    const available = limited === null ? null : limitLeftOn(limited, today)
    return available === null ? null : available + reserved
  }
  // Of a debtor there is as much as the least of its own limit and those that it shares.
  return { client: left(client), debtor: [debtor, ...groups].map(left).reduce(least, null) }
}

/** Holds the amount while somebody outside decides. */
export function reserve(unit: Unit, limits: Limits, used: Used): void {
  add(unit, limits, 0n, used.amount - used.reserved)
}

/** Releases what was reserved. */
export function release(unit: Unit, limits: Limits, reserved: bigint): void {
  add(unit, limits, 0n, -reserved)
}

/** What was reserved becomes used. */
export function utilise(unit: Unit, limits: Limits, used: Used): void {
  add(unit, limits, used.amount, -used.reserved)
}

/**
 * What is no longer open on a claim (recourse, credit, payment) is available again, whether it was
 * used or held.
 */
export async function freeLimits(
  unit: Unit,
  of: Limiting,
  used: bigint,
  reserved = 0n,
): Promise<void> {
  add(unit, await lockLimits(unit, of), -used, -reserved)
}

export interface Freed {
  of: Limiting
  used: bigint
  reserved: bigint
}

/** The same of claims of several debtors, whose limits were locked together. */
export function freeLimitsOf(unit: Unit, limitsOf: LimitsOf, freed: readonly Freed[]): void {
  for (const { of, used, reserved } of freed) add(unit, limitsOf(of), -used, -reserved)
}

/** Asked before it is used or reserved. */
export function refuseBeyond(limits: Limits, { amount, reserved, limitsApply }: Used): void {
  if (!limitsApply) return
  const available = availableFor(limits, reserved)
  const { currency } = limits.client
  for (const [whose, left] of [
    ["client's", available.client],
    ["debtor's", available.debtor],
  ] as const) {
    if (left === null || left >= amount) continue
    const shown = (minor: bigint) => `${decimal(minor, currency)} ${currency}`
    refuse('LIMIT_EXCEEDED', {
      detail:
        `Of the ${whose} limit ${shown(larger(left, 0n))} is available; ` +
        `the claim is ${shown(amount)}.`,
    })
  }
}

function add(unit: Unit, limits: Limits, utilised: bigint, reserved: bigint): void {
  const { of, client, debtor, groups, today } = limits
  const raised = (row: Limited) => ({
    utilised: larger(row.utilised + utilised, 0n),
    reserved: larger(row.reserved + reserved, 0n),
  })
  const used = raised(client)
  const status = creditStatusOn({ ...client, ...used }, today)
  unit.update(CreditStatus, client, { ...used, status })
  if (debtor !== null) unit.update(SystemDebtorCreditStatus, debtor, raised(debtor))
  for (const group of groups) addToGroup(unit, group, utilised, reserved)
  addToExposure(unit, of, utilised, reserved)
}

/** The limits as a decision found them, for its record. */
export function limitSnapshot({ client, debtor, groups, today }: Limits): Record<string, unknown> {
  const shown = (row: Limited) => {
    const limit = limitOn(row, today)
    return {
      limit: limit === null ? null : decimal(limit, client.currency),
      utilised: decimal(row.utilised, client.currency),
      reserved: decimal(row.reserved, client.currency),
    }
  }
  return {
    day: today,
    currency: client.currency,
    client: shown(client),
    debtor: debtor === null ? null : shown(debtor),
    ...(groups.length > 0 && { groups: groups.map((g) => ({ id: g.id, ...shown(g) })) }),
  }
}
