import { defineEntity, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { entitiesOfTargets, targetTypes, type TargetType } from '../domain/system/target.ts'
import { addedHow, identified, noTwoAlike, tenantTable, versioned } from './table.ts'
import { anyId, idOf, oneOf, shaped, principalId, name } from './columns.ts'

/** A word that marks things; all users share the same labels. */
export const Label = defineEntity({
  name: 'Label',
  ...tenantTable('label', {
    references: { tenantId: 'tenant' },
    events: { LABEL: { means: ofRow(), rights: ['ReadLabels'] } },
  }),
  properties: {
    ...identified('LB'),
    name: name(100),
    colour: shaped(7, {
      pattern: /^#[0-9a-f]{6}$/,
      says: 'As #1f6feb',
      example: '#1f6feb',
    }).nullable(),
    /** The only kind of thing that it is for; null for all kinds. */
    scope: oneOf(40, targetTypes).nullable(),
    ...versioned,
  },
  uniques: [{ name: 'label_name_unique', properties: ['tenantId', 'name'] }],
  indexes: [
    noTwoAlike('label'),
    { name: 'label_scope_index', properties: ['tenantId', 'scope', 'name', 'id'] },
  ],
})
export type Label = InferEntity<typeof Label>

const onTarget = (targetType: TargetType, right: string) => ({
  of: { targetType },
  means: ofRow('assignment'),
  rights: [right],
})

/** A label on something. */
export const LabelAssignment = defineEntity({
  name: 'LabelAssignment',
  ...tenantTable('label_assignment', {
    clientColumn: 'client_id',
    pointsAt: { label_assignment_unique: ['labelId'] },
    trail: { entity: { field: 'targetType', entities: entitiesOfTargets }, key: 'targetId' },
    added: {},
    onMove: 'follows',
    references: { tenantId: 'tenant', clientId: 'client', labelId: 'label' },
    events: {
      LABEL: { of: { targetType: 'INVOICE' }, means: ofRow('assignment') },
      CLIENT_LABEL: onTarget('CLIENT', 'ReadClientLabels'),
      DEBTOR_LABEL: onTarget('DEBTOR', 'ReadDebtorLabels'),
      SYSTEM_DEBTOR_LABEL: onTarget('SYSTEM_DEBTOR', 'ReadSystemDebtorLabels'),
      BUSINESS_LOAN_LABEL: onTarget('BUSINESS_LOAN', 'ReadBusinessLoan'),
    },
  }),
  properties: {
    ...identified('LA'),
    labelId: idOf('Label'),
    targetType: oneOf(40, targetTypes),
    targetId: anyId('I'),
    clientId: idOf('Client').nullable(),
    createdBy: principalId(),
    ...addedHow,
    ...versioned,
  },
  uniques: [
    {
      name: 'label_assignment_unique',
      properties: ['tenantId', 'targetId', 'labelId'],
    },
  ],
  indexes: [
    { name: 'label_assignment_target_index', properties: ['tenantId', 'targetId', 'id'] },
    { name: 'label_assignment_label_index', properties: ['tenantId', 'labelId', 'id'] },
    { name: 'label_assignment_client_index', properties: ['tenantId', 'clientId', 'id'] },
  ],
})
export type LabelAssignment = InferEntity<typeof LabelAssignment>
