import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { blockScopes, blockedProducts } from '../domain/debtors/block.ts'
import { businessDate, code, countryCode, idOf, list, prose, text, principalId } from './columns.ts'
import { addedHow, identified, tenantTable, versioned } from './table.ts'

/** An identity for which some products are not used, by one client or by all. */
export const DebtorBlocked = defineEntity({
  name: 'DebtorBlocked',
  ...tenantTable('debtor_blocked', {
    steady: 'always',
    clientColumn: 'client_id',
    added: {},
    references: { tenantId: 'tenant', clientId: 'client' },
    pointsAt: {
      debtor_blocked_unique: ['identificationNumber'],
      debtor_blocked_all_unique: ['identificationNumber'],
    },
    events: { DEBTOR_BLOCKED: { means: ofRow(), rights: ['ReadDebtorBlocked'] } },
  }),
  properties: {
    ...identified('DB'),
    identificationNumber: text(40, '5566778899'),
    countryCode: countryCode(),
    scope: p.enum(blockScopes),
    clientId: idOf('Client').nullable(),
    products: list(blockedProducts, { least: 1 }),
    reasonCode: code().nullable(),
    comment: prose(500),
    blockedFrom: businessDate(),
    blockedBy: principalId(),
    ...addedHow,
    ...versioned,
  },
  uniques: [
    {
      name: 'debtor_blocked_unique',
      properties: ['tenantId', 'identificationNumber', 'countryCode', 'clientId'],
    },
  ],
  indexes: [
    {
      name: 'debtor_blocked_all_unique',
      expression: `create unique index debtor_blocked_all_unique on debtor_blocked (tenant_id, identification_number, country_code) where client_id is null`,
    },
    { name: 'debtor_blocked_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'debtor_blocked_scope_index', properties: ['tenantId', 'scope', 'id'] },
  ],
})
export type DebtorBlocked = InferEntity<typeof DebtorBlocked>
