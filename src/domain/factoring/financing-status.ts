export const financingStatuses = [
  'NONE',
  'REQUESTED',
  'FINANCED',
  'REFINANCED',
  'RECOURSED',
  'DENIED',
] as const

export type FinancingStatus = (typeof financingStatuses)[number]

/** A refinanced claim is still the tenant's, although somebody else funds it. */
export const isBought = ({ financingStatus }: { financingStatus: FinancingStatus }): boolean =>
  financingStatus === 'FINANCED' || financingStatus === 'REFINANCED'
