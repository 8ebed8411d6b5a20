import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { decisionStatuses } from '../domain/credit/decision-status.ts'
import { text, wholeNumber, shaped, name } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/**
 * A tenant's own sub-status inside one of the five core statuses of a decision, known by its
 * number.
 */
export const CreditDecisionStatus = defineEntity({
  name: 'CreditDecisionStatus',
  ...tenantTable('credit_decision_status', {
    steady: 'always',
    references: { tenantId: 'tenant' },
    events: { CREDIT_DECISION_STATUS: { means: ofRow(), rights: ['ReadCreditDecisionStatus'] } },
  }),
  properties: {
    ...identified('CD'),
    number: wholeNumber({ least: 1, example: 1 }),
    coreStatus: p.enum(decisionStatuses),
    name: name(100),
    grouping: text(100).nullable(),
    sortOrder: wholeNumber({ most: 1_000_000 }),
    colour: shaped(20, {
      pattern: /^#[0-9a-fA-F]{6}$/,
      says: 'A colour as #rrggbb',
      example: '#1f7a4d',
    }).nullable(),
    slaHours: wholeNumber({ least: 1, most: 10_000 }).nullable(),
    isDefault: p.boolean(),
    ...versioned,
  },
  uniques: [{ name: 'credit_decision_status_number_unique', properties: ['tenantId', 'number'] }],
  indexes: [
    { name: 'credit_decision_status_core_index', properties: ['tenantId', 'coreStatus', 'id'] },
    { name: 'credit_decision_status_name_index', properties: ['tenantId', 'name', 'id'] },
    { name: 'credit_decision_status_order_index', properties: ['tenantId', 'sortOrder', 'id'] },
  ],
})
export type CreditDecisionStatus = InferEntity<typeof CreditDecisionStatus>
