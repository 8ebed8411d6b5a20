import type { Case } from './posting-cases.ts'

/** What a debtor has to its credit, and gets. */
export const refundCases: readonly Case[] = [
  {
    rule: 'P10r',
    of: 'what a debtor has to its credit, paid back',
    input: { type: 'REFUND', amount: 125_000n, facts: {} },
    tenant: 'CLIENT_PAYABLE 125000, IN_TRANSIT -125000',
    client: 'AR 125000, CLEARING -125000',
    movements: 'MAIN REFUND -125000',
  },
  {
    rule: 'P10r',
    of: 'the same, that has left the bank by a rail',
    input: { type: 'PAYOUT_BOOKED', amount: 0n, facts: { variant: 'PAID_BACK', amount: '125000' } },
    tenant: 'IN_TRANSIT 125000, BANK -125000',
  },
]
