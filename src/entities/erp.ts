import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { erpConnectors, erpUses } from '../domain/clients/client.ts'
import { code, idOf, name } from './columns.ts'
import { identified, noTwoAlike, tenantTable, versioned } from './table.ts'

/** A kind of business system, and how the platform speaks to it. */
export const ErpType = defineEntity({
  name: 'ErpType',
  ...tenantTable('erp_type', {
    references: { tenantId: 'tenant' },
    events: { ERP: { means: ofRow('type') } },
  }),
  properties: {
    ...identified('ET'),
    code: code(),
    name: name(100),
    connector: p.enum(erpConnectors),
    uses: p.enum(erpUses),
    ...versioned,
  },
  uniques: [{ name: 'erp_type_code_unique', properties: ['tenantId', 'code'] }],
})
export type ErpType = InferEntity<typeof ErpType>

/** One business system that clients can be connected to. */
export const Erp = defineEntity({
  name: 'Erp',
  ...tenantTable('erp', {
    references: { tenantId: 'tenant', erpTypeId: 'erp_type' },
    events: { ERP: { means: ofRow(), rights: ['ReadErp', 'ReadErps'] } },
  }),
  properties: {
    ...identified('EP'),
    erpTypeId: idOf('ErpType'),
    name: name(100),
    uses: p.enum(erpUses),
    connector: p.enum(erpConnectors),
    /** Of the connector: a folder for files, an address for webhooks. */
    target: p.string().length(1000).nullable(),
    billing: p.json<Record<string, unknown>>(),
    active: p.boolean(),
    ...versioned,
  },
  uniques: [{ name: 'erp_name_unique', properties: ['tenantId', 'name'] }],
  indexes: [
    noTwoAlike('erp'),
    { name: 'erp_type_index', properties: ['tenantId', 'erpTypeId', 'id'] },
    { name: 'erp_active_index', properties: ['tenantId', 'active', 'id'] },
  ],
})
export type Erp = InferEntity<typeof Erp>
