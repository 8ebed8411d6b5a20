import type { RefusalTable } from '../refusal.ts'

export const refusalsOfPricing = {
  NOT_OF_TEMPLATE: [
    409,
    'The client does not have this template',
    'Give the client the template first, or leave it out.',
  ],
  TEMPLATE_NOT_PUSHED: [
    409,
    'What is pushed takes a second person at this client',
    'Change it at the client itself, where the second person sees what it is.',
  ],
  PRICE_LIST_REPLACED: [
    409,
    'The list is not the one in force on that day',
    'Read `GET /price-lists/target/{targetId}`, and change the version that is in force then.',
  ],
  PRICES_OF_THE_PAST: [
    409,
    'Prices change from today on',
    'Send a `validFrom` of today or later: what was charged before is not priced anew.',
  ],
  PRICE_NOT_IN_LIST: [
    409,
    'The list has no such price, or it has no such value',
    'Set the price in the list itself first, or leave the list out.',
  ],
  PRICE_BELOW_ZERO: [
    409,
    'The price would fall below zero',
    'Lower it by less, or set it: no price and no limit of one is below zero.',
  ],
  PRICE_TOO_HIGH: [
    409,
    'The price would be higher than one can be',
    'Raise it by less: no price has more than twelve digits before its point.',
  ],
} as const satisfies RefusalTable
