import type { RefusalTable } from '../refusal.ts'

export const refusalsOfDebtors = {
  NUMBER_OF_SEVERAL: [
    409,
    'Several countries have given this number',
    'Put the country before it, as in `SE5566778899`.',
  ],
  DEBTOR_IDENTITY_DIFFERS: [
    409,
    'The debtor with this customer number has another identification number',
    'Give somebody else a customer number of their own, or correct the debtor at `PUT /debtors/{id}`.',
  ],
  DEBTOR_IS_FINANCED: [
    409,
    'Claims on the debtor are financed, so that who it is stays',
    'Wait until they are paid or taken back, or name the other debtor on new invoices.',
  ],
} as const satisfies RefusalTable
