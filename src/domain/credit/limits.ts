export const creditStatuses = ['OK', 'WARNING', 'BLOCKED'] as const
export const blockScopes = ['TENANT', 'CLIENT'] as const
export const blockedProducts = ['FACTORING', 'CREDIT', 'SERVICE'] as const
export const systemDebtorStatuses = [
  'ACTIVE',
  'BANKRUPT',
  'LIQUIDATION',
  'RECONSTRUCTION',
  'DECEASED',
] as const
