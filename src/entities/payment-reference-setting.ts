import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { idOf } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** How the payment references of a client's invoices are made, and the number that comes next. */
export const PaymentReferenceSetting = defineEntity({
  name: 'PaymentReferenceSetting',
  ...tenantTable('payment_reference_setting', {
    steady: 'always',
    clientColumn: 'client_id',
    unrecorded: ['prefix', 'nextNumber'],
    references: { clientId: 'client' },
    filledTo: 20,
    events: { CLIENT: { means: ofRow('paymentReferences') } },
  }),
  properties: {
    ...identified('PS'),
    clientId: idOf('Client'),
    scheme: p.enum(['OCR', 'RF']),
    level: p.enum(['SOFT', 'HARD', 'VARIABLE', 'FIXED']),
    prefix: p.string().length(10),
    length: p.integer().nullable(),
    nextNumber: p.bigint('bigint'),
    ...versioned,
  },
  uniques: [{ name: 'payment_reference_setting_unique', properties: ['tenantId', 'clientId'] }],
})
export type PaymentReferenceSetting = InferEntity<typeof PaymentReferenceSetting>
