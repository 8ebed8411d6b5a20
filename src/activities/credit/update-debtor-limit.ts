import { z } from 'zod'
import { notFound } from '../../domain/refusal.ts'
import { SystemDebtor, SystemDebtorCreditStatus } from '../../entities/system-debtor.ts'
import { raisedBy } from '../../domain/clients/limits.ts'
import { lockLimits, raisedSince, secondForLimits } from '../clients/second-for-limits.ts'
import { refuseBound } from './refuse-bound.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { addSystemDebtorEvent } from '../debtors/add-system-debtor-event.ts'
import { lockDebtorLimits, lockedDebtorLimit } from './lock-limits.ts'
import { limitOf } from './update-credit-status.ts'
import { amountSent, currencyCode, shownAmount } from '../../kernel/read/amounts.ts'

export const updateDebtorLimitInput = z.strictObject({ creditLimit: amountSent.nullable() })

/** How much may be open against one identity in a currency; null takes the limit away. */
export async function updateDebtorLimit(
  unit: Unit,
  id: string,
  { creditLimit }: z.output<typeof updateDebtorLimitInput>,
): Promise<SystemDebtorCreditStatus | Pending> {
  refuseBound(unit)
  await lockLimits(unit)
  const [seen] = await rowsOf(unit, SystemDebtorCreditStatus, { id: [id] }, limitFields)
  const pending = await second(unit, seen ?? notFound(), creditLimit)
  if (pending !== undefined) return pending
  const row = await loadHeld(unit, SystemDebtorCreditStatus, id)
  const limit = limitOf(creditLimit, row.currency, '/creditLimit')
  await limitChanged(unit, row, limit)
  row.creditLimit = limit
  return row
}

export const setDebtorLimitInput = updateDebtorLimitInput.extend({ currency: currencyCode })

/** The same for a currency in which nothing was counted yet. */
export async function setDebtorLimit(
  unit: Unit,
  systemDebtorId: string,
  { currency, creditLimit }: z.output<typeof setDebtorLimitInput>,
): Promise<SystemDebtorCreditStatus | Pending> {
  refuseBound(unit)
  await lockLimits(unit)
  const of = { systemDebtorId, currency }
  const having = { systemDebtorId: [systemDebtorId], currency }
  const [seen] = await rowsOf(unit, SystemDebtorCreditStatus, having, limitFields)
  const pending = seen && (await second(unit, seen, creditLimit))
  if (pending !== undefined) return pending
  const known = await lockedDebtorLimit(unit, of)
  if (known === null) await unit.load(SystemDebtor, systemDebtorId)
  const row = known ?? (await lockDebtorLimits(unit, [of]))[0]!
  const limit = limitOf(creditLimit, currency, '/creditLimit')
  await limitChanged(unit, row, limit)
  unit.update(SystemDebtorCreditStatus, row, { creditLimit: limit })
  return row
}

const limitFields = ['id', 'systemDebtorId', 'currency', 'creditLimit'] as const
type Kept = Pick<SystemDebtorCreditStatus, (typeof limitFields)[number]>

async function second(unit: Unit, row: Kept, sent: string | null) {
  const { id, systemDebtorId, currency } = row
  const limit = limitOf(sent, currency, '/creditLimit')
  const raised = await raisedSince(unit, 'SystemDebtorCreditStatus', [row], (from) =>
    raisedBy(from.creditLimit ?? null, limit),
  )
  return secondForLimits(unit, raised, {
    subject: { type: 'SystemDebtorCreditStatus', id, clientId: null },
    payload: { systemDebtorId, currency, creditLimit: sent },
  })
}

async function limitChanged(unit: Unit, row: SystemDebtorCreditStatus, limit: bigint | null) {
  const { systemDebtorId, currency, creditLimit: before = null } = row
  if (limit === before) return
  const shown = (minor: bigint | null) => shownAmount(minor, currency) ?? 'none'
  const text = `${shown(before)} → ${shown(limit)} ${currency}`
  await addSystemDebtorEvent(unit, systemDebtorId, 'LIMIT_CHANGE', text)
}
