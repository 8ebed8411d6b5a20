export const debtorTypes = ['COMPANY', 'PERSON'] as const
export type DebtorType = (typeof debtorTypes)[number]
