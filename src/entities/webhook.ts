import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { anyId, idOf, principalId, text, name } from './columns.ts'
import { identified, inTenant, tenantTable, versioned } from './table.ts'

/** A subscription to one family of events: where they are posted, and what they are signed with. */
export const Webhook = defineEntity({
  name: 'Webhook',
  ...tenantTable('webhook', {
    clientColumn: 'client_id',
    secrets: ['key', 'formerKey', 'secretHeaders'],
    sealed: ['key', 'formerKey', 'secretHeaders'],
    references: { tenantId: 'tenant', clientId: 'client' },
    events: { WEBHOOK: { means: ofRow(), rights: ['ReadWebhook'] } },
  }),
  properties: {
    ...identified('WH'),
    title: name(200),
    url: text(2000, 'https://receiver.example.com/hooks'),
    type: p.string().length(60),
    trigger: p.enum(['PUSH']),
    method: p.enum(['POST']),
    /** Sealed; the former one signs as well until its overlap ends. */
    key: p.text().hidden(),
    formerKey: p.text().nullable().hidden(),
    formerKeyUntil: p.datetime(3).nullable(),
    clientId: idOf('Client').nullable(),
    enabled: p.boolean(),
    /** With a word in place of each value: all of them stand sealed beside. */
    customHeaders: p.json<Record<string, string>>(),
    secretHeaders: p.text().nullable().hidden(),
    /** Who last said where it goes: each attempt asks whether they still receive the family. */
    savedBy: principalId().nullable(),
    ...versioned,
  },
  indexes: [
    { name: 'webhook_type_index', properties: ['tenantId', 'type', 'id'] },
    { name: 'webhook_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'webhook_title_index', properties: ['tenantId', 'title', 'id'] },
    { name: 'webhook_enabled_index', properties: ['tenantId', 'enabled', 'id'] },
  ],
})
export type Webhook = InferEntity<typeof Webhook>

/**
 * Which subscriptions an event goes to, and nothing else about them: a change makes deliveries for
 * all of these, even for those that its caller may not see. A trigger keeps it current.
 */
export const WebhookRoute = defineEntity({
  name: 'WebhookRoute',
  ...tenantTable('webhook_route', { shared: true, silent: true }),
  properties: {
    ...inTenant,
    type: p.string().length(60).primary(),
    webhookId: idOf('Webhook').primary(),
    /** The client whose events alone go there. */
    onlyClientId: anyId('C.').nullable(),
  },
})
export type WebhookRoute = InferEntity<typeof WebhookRoute>
