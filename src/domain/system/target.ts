/** What carries notes, labels and to-dos: the word for it in requests, and its entity. */
export const entitiesOfTargets = {
  INVOICE: 'Invoice',
  CLIENT: 'Client',
  DEBTOR: 'Debtor',
  SYSTEM_DEBTOR: 'SystemDebtor',
} as const
export type TargetType = keyof typeof entitiesOfTargets
export const targetTypes = Object.keys(entitiesOfTargets) as [TargetType, ...TargetType[]]
