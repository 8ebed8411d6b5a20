import { life } from '../life.ts'

export const systemDebtorStatuses = [
  'ACTIVE',
  'BANKRUPT',
  'LIQUIDATION',
  'RECONSTRUCTION',
  'DECEASED',
] as const

/** What is known of a bankruptcy. */
export const bankruptcyFields = [
  'bankruptcyDate',
  'bankruptcyCaseNumber',
  'bankruptcyTrustee',
  'lastClaimDate',
] as const

const solvent = ['ACTIVE', 'LIQUIDATION', 'RECONSTRUCTION', 'DECEASED'] as const

export const lifeOfSystemDebtor = life('system debtor', 'DEBTOR_BANKRUPT', systemDebtorStatuses, {
  declareBankrupt: { from: solvent, to: 'BANKRUPT', event: 'bankrupt' },
  /** It becomes again what it was before. */
  revokeBankruptcy: { from: ['BANKRUPT'], refusal: 'DEBTOR_NOT_BANKRUPT' },
})
