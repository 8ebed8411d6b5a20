export const debtorTypes = ['COMPANY', 'PERSON'] as const
