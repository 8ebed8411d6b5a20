/** By what money comes in and goes out. */
export const methodCodes = [
  'BANK_TRANSFER',
  'BANKGIRO',
  'PLUSGIRO',
  'SEPA',
  'SWISH',
  'CARD',
  'AUTOGIRO',
  'EFAKTURA',
  'VIPPS',
  'MOBILEPAY',
  'PAY_LINK',
] as const
export type MethodCode = (typeof methodCodes)[number]

export const methodDirections = ['IN', 'OUT'] as const
export type MethodDirection = (typeof methodDirections)[number]

/** Who pays what the provider takes for a payment. */
export const feeBearers = ['CLIENT', 'PAYER', 'TENANT'] as const

/** Whose payments a configuration is for. */
export const bindingOwners = ['CLIENT', 'SERVICE_PROVIDER'] as const

interface Shipped {
  code: MethodCode
  directions: readonly MethodDirection[]
  /** What needs no agreement with anybody but a bank. */
  enabled: boolean
  countries: readonly string[]
  currencies: readonly string[]
}

const both = methodDirections
const swedish = { countries: ['SE'], currencies: ['SEK'] }

/** What every tenant begins with; without countries or currencies it is for all of them. */
export const shippedMethods: readonly Shipped[] = [
  { code: 'BANK_TRANSFER', directions: both, enabled: true, countries: [], currencies: [] },
  { code: 'BANKGIRO', directions: both, enabled: true, ...swedish },
  { code: 'PLUSGIRO', directions: both, enabled: true, ...swedish },
  { code: 'SEPA', directions: both, enabled: true, countries: [], currencies: ['EUR'] },
  { code: 'SWISH', directions: both, enabled: false, ...swedish },
  { code: 'CARD', directions: ['IN'], enabled: false, countries: [], currencies: [] },
  { code: 'AUTOGIRO', directions: ['IN'], enabled: false, ...swedish },
  { code: 'EFAKTURA', directions: ['IN'], enabled: false, ...swedish },
  { code: 'VIPPS', directions: ['IN'], enabled: false, countries: ['NO'], currencies: ['NOK'] },
  {
    code: 'MOBILEPAY',
    directions: ['IN'],
    enabled: false,
    countries: ['DK', 'FI'],
    currencies: ['DKK', 'EUR'],
  },
  { code: 'PAY_LINK', directions: ['IN'], enabled: false, countries: [], currencies: [] },
]

/** Whether a method takes a currency: without any it takes all. */
export const takesCurrency = (
  { currencies }: { currencies: readonly string[] },
  currency: string,
): boolean => currencies.length === 0 || currencies.includes(currency)

/** Why a payment cannot be made by a method as it is configured: words for a machine. */
export const unfitReasons = [
  'SWITCHED_OFF',
  'NOT_FOR_THIS_INVOICE',
  'CURRENCY_NOT_TAKEN',
  'COUNTRY_NOT_TAKEN',
  'BELOW_MINIMUM',
  'ABOVE_MAXIMUM',
] as const
export type UnfitReason = (typeof unfitReasons)[number]

interface Way {
  method: { enabled: boolean; countries: readonly string[]; currencies: readonly string[] }
  configuration: {
    currency: string
    minAmount?: bigint | null | undefined
    maxAmount?: bigint | null | undefined
  }
  /** What somebody has said of it for the one invoice. */
  isOff: boolean
}

interface Wanted {
  amount: bigint
  currency: string
  /** Of whoever pays, where that is known. */
  country: string | null
}

/** Why a payment cannot be made so; null where it can. */
export function whyUnfit({ method, configuration, isOff }: Way, wanted: Wanted) {
  const { amount, currency, country } = wanted
  const { minAmount, maxAmount } = configuration
  const reasons: [boolean, UnfitReason][] = [
    [!method.enabled, 'SWITCHED_OFF'],
    [isOff, 'NOT_FOR_THIS_INVOICE'],
    [configuration.currency !== currency || !takesCurrency(method, currency), 'CURRENCY_NOT_TAKEN'],
    [
      method.countries.length > 0 && country !== null && !method.countries.includes(country),
      'COUNTRY_NOT_TAKEN',
    ],
    [minAmount != null && amount < minAmount, 'BELOW_MINIMUM'],
    [maxAmount != null && amount > maxAmount, 'ABOVE_MAXIMUM'],
  ]
  return reasons.find(([isSo]) => isSo)?.[1] ?? null
}
