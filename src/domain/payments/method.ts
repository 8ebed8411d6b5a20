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
