/** The terms on which a product of a client is had. */
export const termFields = [
  'id',
  'clientId',
  'productCode',
  'enabled',
  'recourse',
  'recourseDays',
  'advanceRate',
  'reserveRate',
  'commissionRate',
  'commissionVatRate',
  'minTenorDays',
  'maxTenorDays',
  'limitsApply',
  'manualControl',
  'validFrom',
  'versioned',
] as const
