import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { runStatuses, type EventFacts, type Step } from '../domain/automation/automation.ts'
import { idOf } from './columns.ts'
import { ofTheClient } from './of-the-client.ts'
import { identified, startable, startIndex, tenantTable } from './table.ts'

/** One event that set off an automation, made with the event: its id follows from both. */
export const AutomationRun = defineEntity({
  name: 'AutomationRun',
  ...tenantTable('automation_run', {
    clientColumn: 'client_id',
    clientSees: ofTheClient.clientSees,
    record: true,
    // So long somebody may ask what an automation did.
    keptFor: [{ since: 'ended_at', days: 90, swept: true }],
    silent: true,
    starts: { process: 'runAutomation', key: ['id', 'depth'], client: 'clientId' },
    filledTo: 80,
  }),
  properties: {
    ...identified('AQ'),
    /** Without a reference: what it did stays when it is gone. */
    automationId: idOf('Automation'),
    eventId: idOf('Event'),
    type: p.string().length(60),
    event: p.string().length(60),
    subjectType: p.string().length(60),
    subjectId: p.string().length(200),
    clientId: idOf('Client').nullable(),
    ofClient: p.boolean(),
    /** What it is about, of which the same automation may do only so much within an hour. */
    aboutId: p.string().length(200).nullable(),
    /** How many automations have set off one another up to this one. */
    depth: p.integer(),
    status: p.enum(runStatuses),
    code: p.string().length(60).nullable(),
    facts: p.json<EventFacts>().columnType('json').hidden(),
    steps: p.json<readonly Step[]>().nullable(),
    createdAt: p.datetime(3),
    endedAt: p.datetime(3).nullable(),
    ...startable,
  },
  indexes: [
    {
      name: 'automation_run_automation_index',
      properties: ['tenantId', 'automationId', 'createdAt', 'id'],
    },
    {
      name: 'automation_run_status_index',
      properties: ['tenantId', 'automationId', 'status', 'createdAt', 'id'],
    },
    { name: 'automation_run_about_index', properties: ['tenantId', 'aboutId', 'id'] },
    {
      name: 'automation_run_moving_index',
      properties: ['tenantId', 'id'],
      where: { endedAt: null },
    },
    {
      name: 'automation_run_ended_index',
      properties: ['endedAt'],
      where: { endedAt: { $ne: null } },
    },
    startIndex('automation_run'),
  ],
})
export type AutomationRun = InferEntity<typeof AutomationRun>
