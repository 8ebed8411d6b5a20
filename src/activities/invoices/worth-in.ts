import { inBaseCurrency } from '../../domain/bookkeeping/exchange-rates.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { exchangeRateOf } from './exchange-rate-of.ts'

/** The value of an amount in another currency today; null if no rate is known. */
export async function worthIn(
  unit: Unit,
  minor: bigint,
  invoiceCurrency: string,
  baseCurrency: string,
): Promise<bigint | null> {
  if (minor === 0n) return 0n
  const pair = { invoiceCurrency, baseCurrency }
  try {
    const { rate } = await exchangeRateOf(unit, pair, await unit.today())
    return inBaseCurrency(minor, { ...pair, rate })
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
