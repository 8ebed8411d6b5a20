import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { debtorTypes } from '../domain/debtors/debtor-type.ts'
import { code, prose, name } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** A tenant's own kind of company or person, which decides fees, limitation and channels. */
export const DebtorSubtype = defineEntity({
  name: 'DebtorSubtype',
  ...tenantTable('debtor_subtype', {
    references: { tenantId: 'tenant' },
    events: { DEBTOR_SUBTYPE: { means: ofRow(), rights: ['ReadDebtorType'] } },
  }),
  properties: {
    ...identified('DS'),
    code: code(),
    debtorType: p.enum(debtorTypes),
    name: name(100),
    description: prose(500),
    ...versioned,
  },
  uniques: [{ name: 'debtor_subtype_code_unique', properties: ['tenantId', 'code'] }],
  indexes: [
    { name: 'debtor_subtype_type_index', properties: ['tenantId', 'debtorType', 'code', 'id'] },
    { name: 'debtor_subtype_name_index', properties: ['tenantId', 'name', 'id'] },
  ],
})
export type DebtorSubtype = InferEntity<typeof DebtorSubtype>
