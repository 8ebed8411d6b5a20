import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow, onChange } from '../domain/event-rules.ts'
import { syncDirections, syncInvoiceStatuses, syncStatuses } from '../domain/clients/client.ts'
import { idOf } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** The sync between a client's business system and the platform. */
export const ClientSync = defineEntity({
  name: 'ClientSync',
  ...tenantTable('client_sync', {
    steady: 'always',
    moving: ['cursor', 'lastRunAt', 'lastError', 'version', 'updatedAt'],
    clientColumn: 'client_id',
    references: { clientId: 'client' },
    events: {
      CLIENT_SYNC: {
        means: [onChange('status', 'statusChanged'), ...ofRow()],
        rights: ['ReadClientSync'],
      },
    },
  }),
  properties: {
    ...identified('CY'),
    clientId: idOf('Client'),
    status: p.enum(syncStatuses),
    direction: p.enum(syncDirections),
    scope: p.json<Record<string, boolean>>(),
    cursor: p.string().length(500).nullable(),
    lastRunAt: p.datetime(3).nullable(),
    lastError: p.string().length(1000).nullable(),
    onboardingUrl: p.string().length(1000).nullable(),
    onboardingUrlExpiresAt: p.datetime(3).nullable(),
    ...versioned,
  },
  uniques: [{ name: 'client_sync_unique', properties: ['tenantId', 'clientId'] }],
})
export type ClientSync = InferEntity<typeof ClientSync>

/** An invoice that is exchanged between a client's business system and the platform. */
export const ClientSyncInvoice = defineEntity({
  name: 'ClientSyncInvoice',
  ...tenantTable('client_sync_invoice', {
    clientColumn: 'client_id',
    references: { clientId: 'client', invoiceId: 'invoice' },
    onMove: { stays: 'It is what the business system of its client knows' },
    events: { CLIENT_SYNC: { means: ofRow('invoice') } },
  }),
  properties: {
    ...identified('CZ'),
    clientId: idOf('Client'),
    externalId: p.string().length(200),
    invoiceId: idOf('Invoice').nullable(),
    direction: p.enum(['IMPORT', 'EXPORT']),
    status: p.enum(syncInvoiceStatuses),
    error: p.string().length(1000).nullable(),
    attempts: p.integer(),
    ...versioned,
  },
  uniques: [
    {
      name: 'client_sync_invoice_unique',
      properties: ['tenantId', 'clientId', 'direction', 'externalId'],
    },
  ],
  indexes: [
    { name: 'client_sync_invoice_client_index', properties: ['tenantId', 'clientId', 'id'] },
    {
      name: 'client_sync_invoice_status_index',
      properties: ['tenantId', 'clientId', 'status', 'id'],
    },
    {
      name: 'client_sync_invoice_created_index',
      properties: ['tenantId', 'clientId', 'id'],
    },
    {
      name: 'client_sync_invoice_moving_index',
      expression: `create index client_sync_invoice_moving_index on client_sync_invoice (tenant_id, updated_at) where direction = 'EXPORT' and status in ('PENDING', 'RUNNING')`,
    },
  ],
})
export type ClientSyncInvoice = InferEntity<typeof ClientSyncInvoice>
