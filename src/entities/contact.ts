import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { email, idOf, name, text } from './columns.ts'
import { addedHow, identified, tenantTable, versioned } from './table.ts'

/** Whom to speak to at a debtor. */
export const Contact = defineEntity({
  name: 'Contact',
  ...tenantTable('contact', {
    clientColumn: 'client_id',
    references: { clientId: 'client', debtorId: 'debtor' },
    pointsAt: { contact_preferred_unique: ['preferred'] },
    added: { but: ['preferred'] },
    onMove: 'follows',
    events: { DEBTOR: { means: ofRow('contact') } },
  }),
  properties: {
    ...identified('KP'),
    clientId: idOf('Client'),
    debtorId: idOf('Debtor'),
    name: name(200, 'Astrid Berg'),
    /** What they do there. */
    role: text(100, 'Accounts payable').nullable(),
    email: email().nullable(),
    phone: text(60, '+46 90 12 34 56').nullable(),
    /** Whom to try first: one of the contacts of a debtor. */
    preferred: p.boolean(),
    ...addedHow,
    ...versioned,
  },
  indexes: [
    {
      name: 'contact_preferred_unique',
      expression: `create unique index contact_preferred_unique on contact (tenant_id, debtor_id) where preferred`,
    },
    { name: 'contact_debtor_index', properties: ['tenantId', 'debtorId', 'name', 'id'] },
    { name: 'contact_client_index', properties: ['tenantId', 'clientId', 'id'] },
  ],
})
export type Contact = InferEntity<typeof Contact>
