import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import type { Action } from '../domain/automation/actions.ts'
import type { Condition } from '../domain/automation/conditions.ts'
import { ofRow } from '../domain/event-rules.ts'
import { anyId, idOf, name, principalId, wholeNumber } from './columns.ts'
import { ofTheClient } from './of-the-client.ts'
import { identified, inTenant, tenantTable, versioned } from './table.ts'

/** What is to be done whenever an event of a family happens: its rules say under which conditions. */
export const Automation = defineEntity({
  name: 'Automation',
  ...tenantTable('automation', {
    clientColumn: 'client_id',
    ...ofTheClient,
    references: { tenantId: 'tenant', clientId: 'client' },
    events: { AUTOMATION: { means: ofRow(), rights: ['ReadAutomation', 'ReadAutomations'] } },
  }),
  properties: {
    ...identified('AU'),
    name: name(100, 'Look at large invoices'),
    type: p.string().length(60),
    /** One event of the family, or all of them. */
    event: p.string().length(60).nullable(),
    enabled: p.boolean(),
    /** Only what happens to this client sets it off. */
    clientId: idOf('Client').nullable(),
    /** It is the client's own, and not one of the tenant for it. */
    ofClient: p.boolean(),
    /** Who last said what it does: by their rights it acts, asked again each time. */
    savedBy: principalId(),
    savedByName: p.string().length(200),
    /** They are people of the client. */
    bound: p.boolean(),
    /** Why it acts no more, until somebody who may saves it again. */
    suspendedFor: p.string().length(60).nullable(),
    ...versioned,
  },
  indexes: [
    { name: 'automation_name_index', properties: ['tenantId', 'name', 'id'] },
    { name: 'automation_type_index', properties: ['tenantId', 'type', 'id'] },
    { name: 'automation_event_index', properties: ['tenantId', 'event', 'id'] },
    { name: 'automation_enabled_index', properties: ['tenantId', 'enabled', 'id'] },
    { name: 'automation_client_index', properties: ['tenantId', 'clientId', 'id'] },
  ],
})
export type Automation = InferEntity<typeof Automation>

/**
 * Which automations an event sets off, and nothing else about them: whoever causes it makes a run
 * of all of these, even of those that they may not see. It has those alone that are at work.
 */
export const AutomationRoute = defineEntity({
  name: 'AutomationRoute',
  ...tenantTable('automation_route', {
    shared: true,
    silent: true,
    boundMayWrite: 'they have automations of their own',
  }),
  properties: {
    ...inTenant,
    type: p.string().length(60).primary(),
    automationId: idOf('Automation').primary(),
    event: p.string().length(60).nullable(),
    ofClient: p.boolean(),
    onlyClientId: anyId('C.').nullable(),
  },
})
export type AutomationRoute = InferEntity<typeof AutomationRoute>

/** Under which conditions an automation does what. */
export const AutomationRule = defineEntity({
  name: 'AutomationRule',
  ...tenantTable('automation_rule', {
    clientColumn: 'client_id',
    ...ofTheClient,
    owner: { entity: 'Automation', key: 'automationId' },
    references: { tenantId: 'tenant', clientId: 'client', automationId: 'automation' },
    events: { AUTOMATION: { means: ofRow('rule') } },
  }),
  properties: {
    ...identified('AN'),
    automationId: idOf('Automation'),
    clientId: idOf('Client').nullable(),
    ofClient: p.boolean(),
    /** Its place among the rules: lower ones are done first. */
    position: wholeNumber({ least: 1, most: 1000, example: 1 }),
    conditions: p.json<Condition>().nullable(),
    actions: p.json<readonly Action[]>(),
    createdBy: principalId(),
    ...versioned,
  },
  indexes: [
    {
      name: 'automation_rule_automation_index',
      properties: ['tenantId', 'automationId', 'position'],
    },
  ],
})
export type AutomationRule = InferEntity<typeof AutomationRule>
