export const decisionStatuses = [
  'PENDING',
  'READY_FOR_DECISION',
  'WAITING',
  'REFINANCE',
  'DECIDED',
] as const

export type DecisionStatus = (typeof decisionStatuses)[number]
