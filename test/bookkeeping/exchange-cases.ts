import type { Case } from './posting-cases.ts'

/** What is paid in the currency of a document, on a claim that is handled in another. */
export const exchangeCases: readonly Case[] = [
  {
    rule: 'P30',
    of: 'euros that are given up for what they settle in kronor',
    input: { type: 'PAYMENT', amount: 0n, facts: { variant: 'EXCHANGED', amount: '10000' } },
    tenant: 'UNALLOCATED 10000, CURRENCY_EXCHANGE -10000',
  },
  {
    rule: 'P3',
    of: 'what they settle of a claim that is serviced',
    input: {
      type: 'PAYMENT',
      amount: -110_000n,
      facts: { variant: 'SERVICED', amount: '110000', from: 'CURRENCY_EXCHANGE' },
    },
    tenant: 'CURRENCY_EXCHANGE 110000, CLIENT_PAYABLE -110000',
    client: 'CLEARING 110000, AR -110000',
    movements: 'MAIN PAYMENT 110000',
  },
  {
    rule: 'P7',
    of: 'what they settle of a claim that is bought',
    input: {
      type: 'PAYMENT',
      amount: -110_000n,
      facts: { variant: 'FINANCED', amount: '110000', from: 'CURRENCY_EXCHANGE' },
    },
    tenant: 'CURRENCY_EXCHANGE 110000, AR_PURCHASED -110000',
  },
  {
    rule: 'P30',
    of: 'a gain on euros for a claim that is serviced',
    input: {
      type: 'FX_DIFFERENCE',
      amount: 0n,
      facts: { variant: 'PAID_SERVICED', difference: '2000' },
    },
    tenant: 'CURRENCY_EXCHANGE 2000, CLIENT_PAYABLE -2000',
    client: 'CLEARING 2000, FX_GAIN -2000',
    movements: 'MAIN PAYMENT 2000',
  },
  {
    rule: 'P30',
    of: 'a loss on euros for a claim that is bought',
    input: {
      type: 'FX_DIFFERENCE',
      amount: 0n,
      facts: { variant: 'PAID_TENANT', difference: '-2500' },
    },
    tenant: 'CURRENCY_EXCHANGE -2500, FX_LOSS 2500',
  },
]
