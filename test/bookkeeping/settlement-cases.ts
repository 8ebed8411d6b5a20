import { settlementCounterRoles } from '../../src/domain/bookkeeping/settlement.ts'
import type { Case } from './posting-cases.ts'

export const settlementCases: readonly Case[] = [
  {
    rule: 'P25',
    of: 'what a financier keeps for funding',
    input: { type: 'REFINANCED', amount: 0n, facts: { variant: 'FEE', amount: '100' } },
    tenant: 'REFINANCING_COST 100, SETTLEMENT -100',
  },
  ...settlementCounterRoles.map((counterRole): Case => ({
    rule: 'P29',
    of: `what is settled with a partner against ${counterRole}`,
    input: { type: 'SETTLEMENT', amount: 0n, facts: { amount: '900', counterRole } },
    tenant: `SETTLEMENT 900, ${counterRole} -900`,
  })),
]
