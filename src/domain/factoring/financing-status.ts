export const financingStatuses = [
  'NONE',
  'REQUESTED',
  'FINANCED',
  'REFINANCED',
  'RECOURSED',
  'DENIED',
] as const

export type FinancingStatus = (typeof financingStatuses)[number]

/** Whoever funds it: a refinanced claim is still the tenant's. */
export const isBought = ({ financingStatus }: { financingStatus: FinancingStatus }): boolean =>
  financingStatus === 'FINANCED' || financingStatus === 'REFINANCED'
