import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { reasonTypes } from '../domain/distribution/reason-code.ts'
import { code, prose, name } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** A coded reason, so that disputes, denials and write-offs can be counted and not only read. */
export const ReasonCode = defineEntity({
  name: 'ReasonCode',
  ...tenantTable('reason_code', {
    references: { tenantId: 'tenant' },
    events: { REASON_CODE: { means: ofRow(), rights: ['ReadReasonCode', 'ReadReasonCodes'] } },
  }),
  properties: {
    ...identified('RC'),
    code: code(),
    type: p.enum(reasonTypes),
    name: name(100),
    description: prose(500),
    active: p.boolean(),
    ...versioned,
  },
  uniques: [{ name: 'reason_code_code_unique', properties: ['tenantId', 'code'] }],
  indexes: [
    { name: 'reason_code_type_index', properties: ['tenantId', 'type', 'code', 'id'] },
    { name: 'reason_code_name_index', properties: ['tenantId', 'name', 'id'] },
    { name: 'reason_code_active_index', properties: ['tenantId', 'active', 'code', 'id'] },
  ],
})
export type ReasonCode = InferEntity<typeof ReasonCode>
