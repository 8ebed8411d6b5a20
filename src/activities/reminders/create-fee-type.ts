import type { z } from 'zod'
import { hasPlacesOf } from '../../domain/money.ts'
import { invalid, refuse } from '../../domain/refusal.ts'
import {
  isAbove,
  isFeeComponent,
  mostBy,
  statutoryKeyOf,
} from '../../domain/reminders/statutory.ts'
import { FeeType } from '../../entities/fee-type.ts'
import { isBound } from '../../domain/access/scope.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { refuseSaidByClient } from '../../kernel/write/refuse-tenants-own.ts'
import type { Unit } from '../../kernel/write/unit.ts'

export const createFeeTypeInput = bodyOf(
  FeeType,
  [
    'code',
    'name',
    'component',
    'currency',
    'amount',
    'percent',
    'statutoryKey',
    'beneficiary',
    'vatOnClient',
    'claimable',
  ],
  { beneficiary: 'TENANT', vatOnClient: false, claimable: true },
).meta({
  example: {
    code: 'REMINDER',
    name: 'Reminder fee',
    component: 'REMINDER_FEE',
    currency: 'SEK',
    amount: '60',
  },
})

/** A fee that the law limits is never above it, whether or not that law is named. */
export async function createFeeType(
  unit: Unit,
  sent: z.output<typeof createFeeTypeInput>,
): Promise<FeeType> {
  if (isBound(unit.scope)) refuseSaidByClient()
  const { component, currency, amount = null, percent = null } = sent
  if (!isFeeComponent(component)) invalid('/component', 'NO_FEE', `${component} is no fee`)
  if ((amount === null) === (percent === null)) {
    invalid('/amount', 'ONE_OF_TWO', 'A fee is an amount or a percentage, and not both')
  }
  if (amount !== null && !hasPlacesOf(amount, currency)) {
    invalid('/amount', 'TOO_MANY_PLACES', `${currency} has fewer decimal places`)
  }
  const statutoryKey = statutoryKeyOf(component, currency) ?? null
  if (sent.statutoryKey != null && sent.statutoryKey !== statutoryKey) {
    invalid('/statutoryKey', 'OTHER_LAW', `It limits no ${component} in ${currency}`)
  }
  const most = statutoryKey === null ? undefined : mostBy(statutoryKey, await unit.today())
  if (sent.claimable && amount !== null && isAbove(amount, most)) {
    refuse('FEE_ABOVE_STATUTORY', { detail: `${statutoryKey} is ${most} ${currency}.` })
  }
  return unit.add(FeeType, { ...sent, amount, percent, statutoryKey })
}
