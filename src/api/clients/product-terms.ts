import { changedTerms } from '../../activities/clients/update-product.ts'

/** The terms of a client's product. */
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
