import { hasPlacesOf, minorOf } from '../../../domain/money.ts'
import { invalid } from '../../../domain/refusal.ts'

/** The sent amount in minor units of the account's currency. */
export function amountIn(text: string, currency: string, pointer: string): bigint {
  if (!hasPlacesOf(text, currency)) {
    invalid(pointer, 'TOO_PRECISE', `More decimal places than ${currency} has`)
  }
  return minorOf(text, currency)
}

/** The same for an amount to be moved; zero is refused. */
export function amountToMove(text: string, currency: string, pointer: string): bigint {
  const amount = amountIn(text, currency, pointer)
  if (amount === 0n) invalid(pointer, 'NOTHING', 'An amount that moves nothing')
  return amount
}
