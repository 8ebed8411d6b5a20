import Big from 'big.js'

// An amount is a bigint in the smallest unit of its currency: nothing about money is a `number`.

/** Decimal places where they are not two: ISO 4217. */
const decimals: Readonly<Record<string, 0 | 3 | 4>> = {
  BHD: 3,
  BIF: 0,
  CLF: 4,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  IQD: 3,
  ISK: 0,
  JOD: 3,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  PYG: 0,
  RWF: 0,
  TND: 3,
  UGX: 0,
  UYI: 0,
  UYW: 4,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
}

/** Those that have not two. */
export const currenciesByPlaces: readonly { places: number; codes: readonly string[] }[] = [
  0, 3, 4,
].map((places) => ({
  places,
  codes: Object.keys(decimals).filter((code) => decimals[code] === places),
}))

export function decimalsOf(currency: string): number {
  return decimals[currency] ?? 2
}

/** Half up, away from zero: at the row, the VAT rate, the total and each booked amount. */
export function rounded(value: Big, places: number): Big {
  return value.round(places, Big.roundHalfUp)
}

/** The decimal amount in minor units, rounded half up. */
export function minorOf(value: Big | string, currency: string): bigint {
  const places = decimalsOf(currency)
  return BigInt(rounded(new Big(value).times(new Big(10).pow(places)), 0).toFixed(0))
}

/** Whether the decimal text has no more places than its currency. */
export function hasPlacesOf(text: string, currency: string): boolean {
  return new Big(text).eq(rounded(new Big(text), decimalsOf(currency)))
}

/** The amount in decimal notation, with the places of its currency. */
export function decimal(minor: bigint, currency: string): string {
  const places = decimalsOf(currency)
  const digits = (minor < 0n ? -minor : minor).toString().padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const part = places === 0 ? '' : `.${digits.slice(-places)}`
  return `${minor < 0n ? '-' : ''}${whole}${part}`
}

/** An amount of one currency in another, rounded once. */
export function atRate(minor: bigint, from: string, to: string, rate: Big | string): bigint {
  const scale = new Big(`1e${decimalsOf(to) - decimalsOf(from)}`)
  return BigInt(rounded(new Big(minor.toString()).times(rate).times(scale), 0).toFixed(0))
}

/** A share of an amount: `shareOf(1250000n, '0.9')`, rounded half up to a minor unit. */
export function shareOf(minor: bigint, share: Big | string): bigint {
  return BigInt(rounded(new Big(minor.toString()).times(share), 0).toFixed(0))
}

export function sum(amounts: Iterable<bigint>): bigint {
  let total = 0n
  for (const amount of amounts) total += amount
  return total
}

export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
export const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/** The share of an amount that a part of a whole has, rounded; all of it for the whole. */
export function proportionOf(amount: bigint, part: bigint, whole: bigint): bigint {
  if (part === whole) return amount
  const share = new Big(amount.toString()).times(part.toString()).div(whole.toString())
  return BigInt(rounded(share, 0).toFixed(0))
}

/** A rate as people write it: `0.9`, not `0.9000000000`. */
export function rateText(rate: string): string {
  return new Big(rate).toFixed()
}
