import { settlementCounterRoles } from '../../src/domain/bookkeeping/settlement.ts'
import type { Case } from './posting-cases.ts'

export const settlementCases: readonly Case[] = [
  {
    rule: 'P25',
    of: 'what a financier keeps for funding',
    input: { type: 'REFINANCED', amount: 0n, facts: { variant: 'FEE', amount: '100' } },
    tenant: 'REFINANCING_COST 100, SETTLEMENT -100',
  },
  {
    rule: 'P29',
    of: 'what a partner has paid into the bank',
    input: { type: 'SETTLEMENT', amount: 0n, facts: { variant: 'PAID', amount: '900' } },
    tenant: 'UNALLOCATED 900, SETTLEMENT -900',
  },
  {
    rule: 'P19',
    of: 'what the client itself has paid into the bank',
    input: {
      type: 'MANUAL_TRANSACTION',
      amount: 0n,
      facts: { variant: 'PAID', clientAccountId: 'main', amount: '7' },
    },
    tenant: 'UNALLOCATED 7, CLIENT_PAYABLE -7',
    client: 'CLEARING 7, BANK -7',
    movements: 'main PAYMENT 7',
  },
  ...settlementCounterRoles.map((counterRole): Case => ({
    rule: 'P29',
    of: `what is settled with a partner against ${counterRole}`,
    input: { type: 'SETTLEMENT', amount: 0n, facts: { amount: '900', counterRole } },
    tenant: `SETTLEMENT 900, ${counterRole} -900`,
  })),
]
