export const systemDebtorStatuses = [
  'ACTIVE',
  'BANKRUPT',
  'LIQUIDATION',
  'RECONSTRUCTION',
  'DECEASED',
] as const
