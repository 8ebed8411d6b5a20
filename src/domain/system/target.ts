/** What carries notes, labels and to-dos: the word for it in requests, and its entity. */
export const entitiesOfTargets = {
  INVOICE: 'Invoice',
  CLIENT: 'Client',
  DEBTOR: 'Debtor',
  SYSTEM_DEBTOR: 'SystemDebtor',
  BUSINESS_LOAN: 'BusinessLoan',
} as const
export type TargetType = keyof typeof entitiesOfTargets
export const targetTypes = Object.keys(entitiesOfTargets) as [TargetType, ...TargetType[]]

/** What carries notes: what has labels and to-dos, and payments. */
export const entitiesOfNoted = { ...entitiesOfTargets, PAYMENT: 'PaymentTransaction' } as const
export type NotedType = keyof typeof entitiesOfNoted
export const notedTypes = Object.keys(entitiesOfNoted) as [NotedType, ...NotedType[]]
