import { settlementCounterRoles } from '../../src/domain/bookkeeping/settlement.ts'
import type { Case } from './posting-cases.ts'

export const settlementCases: readonly Case[] = settlementCounterRoles.map((counterRole) => ({
  rule: 'P29',
  of: `what is settled with a partner against ${counterRole}`,
  input: { type: 'SETTLEMENT', amount: 0n, facts: { amount: '900', counterRole } },
  tenant: `SETTLEMENT 900, ${counterRole} -900`,
}))
