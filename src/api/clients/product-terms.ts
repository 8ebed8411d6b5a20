import { changedTerms } from '../../activities/clients/update-product.ts'

/** The terms on which a product of a client is had. */
export const termFields = [
  'id',
  'clientId',
  'productCode',
  'enabled',
  'recourse',
  'recourseDays',
  ...changedTerms,
  'versioned',
] as const
