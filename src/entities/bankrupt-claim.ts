import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { amount, businessDate, currency, idOf } from './columns.ts'
import { inTenant, tenantTable } from './table.ts'

/** What a bankruptcy has done to a claim, which its revocation takes back. */
export const BankruptClaim = defineEntity({
  name: 'BankruptClaim',
  ...tenantTable('bankrupt_claim', {
    clientColumn: 'client_id',
    silent: true,
    references: { clientId: 'client', systemDebtorId: 'system_debtor', invoiceId: 'invoice' },
    onMove: 'follows',
  }),
  properties: {
    ...inTenant,
    invoiceId: idOf('Invoice').primary(),
    systemDebtorId: idOf('SystemDebtor'),
    /** As it was when the claim was last followed: a corrected one moves its interest. */
    bankruptcyDate: businessDate().nullable(),
    clientId: idOf('Client'),
    /** Which of its bookings as doubtful stands. */
    number: p.integer(),
    /** Whether the claim was stopped by it, and not before. */
    stopped: p.boolean(),
    /** From when no interest runs for a pause, whatever the bankruptcy says. */
    interestPausedFrom: businessDate().nullable(),
    currency: currency(),
    /** What of it stands as doubtful in the client's book, and that without VAT. */
    doubtful: amount(),
    doubtfulNet: amount(),
    /** How often credit notes had been linked to it, or taken back, when it was last followed. */
    creditLinks: p.integer().nullable(),
  },
  indexes: [
    {
      name: 'bankrupt_claim_debtor_index',
      properties: ['tenantId', 'systemDebtorId', 'invoiceId'],
    },
    { name: 'bankrupt_claim_client_index', properties: ['tenantId', 'clientId', 'systemDebtorId'] },
  ],
})
export type BankruptClaim = InferEntity<typeof BankruptClaim>
