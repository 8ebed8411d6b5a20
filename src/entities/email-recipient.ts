import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { recipientTypes } from '../domain/clients/client.ts'
import { languages } from '../domain/languages.ts'
import { email, idOf, list } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** Somebody at a client who gets mails that the platform makes for it. */
export const EmailRecipient = defineEntity({
  name: 'EmailRecipient',
  ...tenantTable('email_recipient', {
    clientColumn: 'client_id',
    references: { clientId: 'client' },
    events: { CLIENT: { means: ofRow('emailRecipient') } },
  }),
  properties: {
    ...identified('ER'),
    clientId: idOf('Client'),
    email: email(),
    types: list(recipientTypes, { least: 1 }),
    language: p.enum(languages),
    ...versioned,
  },
  uniques: [{ name: 'email_recipient_unique', properties: ['tenantId', 'clientId', 'email'] }],
})
export type EmailRecipient = InferEntity<typeof EmailRecipient>
