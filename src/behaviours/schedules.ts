import { z } from 'zod'
import {
  addRecipients,
  addRecipientsInput,
  createSchedule,
  createScheduleInput,
  deleteSchedule,
  removeRecipient,
  updateSchedule,
  updateScheduleInput,
} from '../activities/automation/save-schedule.ts'
import { frequencies, rhythmOf, type ScheduleKind } from '../domain/automation/schedule.ts'
import type { RefusalCode } from '../domain/refusal.ts'
import { exampleId, type ExampleSort } from '../entities/ids.ts'
import { Schedule, ScheduleRun } from '../entities/schedule.ts'
import type { Behaviour, BehaviourOfRow } from '../kernel/http/operation.ts'
import { collection } from '../kernel/read/collection.ts'
import { filtersOf } from '../kernel/read/columns.ts'
import { viewOf } from '../kernel/read/view.ts'
import { workflowLinks, workflowShown, type WorkflowLinks } from '../kernel/read/workflow-link.ts'

const shownFields = [
  'id',
  'clientId',
  'name',
  'cron',
  'timeZone',
  'recipients',
  'enabled',
  'suspendedFor',
  'nextRunAt',
  'lastRunAt',
  'lastOutcome',
  'requestedBy',
  'requestedByName',
  'versioned',
] as const

const runView = viewOf(
  ScheduleRun,
  [
    'id',
    'scheduleId',
    'plannedAt',
    'status',
    'documentIds',
    'recipients',
    'mailed',
    'error',
    'endedAt',
    'versioned',
  ],
  {
    more: { workflow: workflowShown },
    facts: (unit) => workflowLinks(unit, 'runSchedule'),
    show: ({ id: run }, workflowOf: WorkflowLinks) => ({ workflow: workflowOf(run) }),
  },
)

const timesRefused = [
  'CRON_INVALID',
  'CRON_NEVER',
  'CRON_TOO_OFTEN',
  'CRON_TWO_DAYS',
  'TIME_ZONE_UNKNOWN',
] as const

const takingOver = ['GRANT_EXCEEDS_HOLDER'] as const

export interface ScheduleFacts {
  kind: ScheduleKind
  /** The name of its schema. */
  schema: string
  noun: readonly [one: string, many: string]
  path: string
  /** What one makes, as it is sent, and as it is shown. */
  makes: z.ZodRawShape
  shows: z.ZodRawShape
  example: Readonly<Record<string, unknown>>
  refuses: readonly RefusalCode[]
  exampleSort?: ExampleSort
}

const viewOfKind = ({ schema, shows }: ScheduleFacts) =>
  viewOf(Schedule, shownFields, {
    name: schema,
    more: {
      frequency: z.enum(frequencies).nullable(),
      at: z.string().nullable().meta({ example: '07:30' }),
      ...shows,
    },
    show: ({ cron, input }) => ({
      ...(rhythmOf(cron) ?? { frequency: null, at: null }),
      ...Object.fromEntries(Object.keys(shows).map((name) => [name, input[name]])),
    }),
  })

type KindView = ReturnType<typeof viewOfKind>
type Shown = z.output<KindView['schema']>

const inPathOf = ({ exampleSort }: ScheduleFacts) => ({ id: exampleId('Schedule', exampleSort) })

/** Schedules of one kind: what they make stands beside their times, in words of the kind's own. */
export function schedulesOf(facts: ScheduleFacts) {
  const { kind, noun } = facts
  const view = viewOfKind(facts)
  const schedules = collection(Schedule, {
    noun,
    shows: view,
    filters: filtersOf(Schedule, ['name', 'clientId', 'enabled', 'lastOutcome', 'nextRunAt']),
    sort: ['name', 'nextRunAt'],
    only: { kind },
  })
  const runs = collection(ScheduleRun, {
    noun: [`run of a ${noun[0]}`, `runs of a ${noun[0]}`],
    shows: runView,
    filters: filtersOf(ScheduleRun, ['plannedAt', 'status']),
    sort: ['-plannedAt'],
  })
  const ofOne = runs.owned(Schedule, 'scheduleId', 'id')
  const ofRuns = {
    ...ofOne,
    summary: `List the runs of a ${noun[0]}`,
    inPath: inPathOf(facts),
    handle: async (call: Parameters<typeof ofOne.handle>[0]) => {
      await call.unit.load(Schedule, { id: call.params.id, kind })
      return ofOne.handle(call)
    },
  }
  const read = { ...schedules.read, inPath: inPathOf(facts) }
  return {
    ...schedules,
    read,
    runs: ofRuns,
    ...savingOf(facts, view),
    ...recipientsOf(facts, view),
  }
}

function savingOf(facts: ScheduleFacts, view: KindView) {
  const { kind, noun, path, makes, example, refuses } = facts
  const inPath = inPathOf(facts)
  const body = createScheduleInput(makes, example)
  const change = updateScheduleInput(makes, example)
  const madeOf = (sent: object) =>
    Object.fromEntries(Object.entries(sent).filter(([name]) => name in makes))
  return {
    create: {
      summary: `Create a ${noun[0]}`,
      body,
      shows: view,
      status: 201,
      locate: ({ id }) => `${path}/${String(id)}`,
      refuses: [
        ...timesRefused,
        ...takingOver,
        ...refuses,
        'CLIENT_CLOSED',
        'TOO_MANY_SCHEDULES',
        'NOT_FOUND',
      ],
      handle: ({ unit, body: sent }) => createSchedule(unit, kind, sent, madeOf(sent)),
    } satisfies BehaviourOfRow<never, z.output<typeof body>, undefined, Schedule, Shown>,

    update: {
      inPath,
      summary: `Change a ${noun[0]}; it goes on in the name of whoever changed it last`,
      body: change,
      shows: view,
      refuses: [...timesRefused, ...takingOver, ...refuses, 'CLIENT_CLOSED'],
      handle: ({ unit, params: { id }, body: sent }) =>
        updateSchedule(unit, { kind, id }, sent, madeOf(sent)),
    } satisfies BehaviourOfRow<'id', z.output<typeof change>, undefined, Schedule, Shown>,

    delete: {
      names: { entity: Schedule },
      inPath,
      summary: `Delete a ${noun[0]} with its runs; what it made stays among the documents`,
      handle: ({ unit, params: { id } }) => deleteSchedule(unit, { kind, id }),
    } satisfies Behaviour<'id', undefined, undefined, void>,
  }
}

type NewRecipients = z.output<typeof addRecipientsInput>

function recipientsOf(facts: ScheduleFacts, view: KindView) {
  const { kind, noun, refuses } = facts
  const inPath = inPathOf(facts)
  return {
    addRecipients: {
      inPath,
      summary: `Add recipients to a ${noun[0]}`,
      body: addRecipientsInput,
      shows: view,
      status: 200,
      refuses: ['TOO_MANY_RECIPIENTS', ...takingOver, ...refuses],
      handle: ({ unit, params: { id }, body: sent }) => addRecipients(unit, { kind, id }, sent),
    } satisfies BehaviourOfRow<'id', NewRecipients, undefined, Schedule, Shown>,

    removeRecipient: {
      names: { entity: Schedule },
      inPath,
      summary: `Remove a recipient from a ${noun[0]}`,
      refuses: ['LAST_RECIPIENT', ...takingOver, ...refuses],
      handle: ({ unit, params: { id, email } }) => removeRecipient(unit, { kind, id }, email),
    } satisfies Behaviour<'id' | 'email', undefined, undefined, void>,
  }
}
