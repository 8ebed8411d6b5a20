import { z } from 'zod'
import { actionTypes } from '../../domain/automation/actions.ts'
import { operatorsFor } from '../../domain/automation/conditions.ts'
import type { Step } from '../../domain/automation/automation.ts'
import { isBound } from '../../domain/access/scope.ts'
import { targetTypes } from '../../domain/system/target.ts'
import { fieldsOf } from '../../activities/automation/fields-of-events.ts'
import { ruleInput } from '../../activities/automation/rule-of.ts'
import { rulesInOrder } from '../../activities/automation/rules-in-order.ts'
import {
  addRule,
  createAutomation,
  createAutomationInput,
  deleteAutomation,
  deleteRule,
  family,
  updateAutomation,
  updateAutomationInput,
} from '../../activities/automation/save-automation.ts'
import { targetsOf } from '../../activities/automation/targets.ts'
import { families, receives } from '../../entities/events.ts'
import { Automation, AutomationRule } from '../../entities/automation.ts'
import { AutomationRun } from '../../entities/automation-run.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { exact } from '../../kernel/read/filter.ts'
import { shownAll, viewOf } from '../../kernel/read/view.ts'
import {
  workflowLinks,
  workflowShown,
  type WorkflowLinks,
} from '../../kernel/read/workflow-link.ts'
import type { Unit } from '../../kernel/write/unit.ts'

const automationView = viewOf(Automation, [
  'id',
  'name',
  'type',
  'event',
  'enabled',
  'clientId',
  'savedBy',
  'savedByName',
  'suspendedFor',
  'versioned',
])

const action = z
  .object({
    type: z.enum(actionTypes),
    on: z.enum(targetTypes),
    params: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AutomationAction' })

const ruleView = viewOf(
  AutomationRule,
  ['id', 'automationId', 'position', 'createdBy', 'versioned'],
  {
    more: {
      conditions: z.record(z.string(), z.unknown()).nullable(),
      actions: z.array(action),
    },
    show: ({ conditions, actions }) => ({ conditions: conditions ?? null, actions: [...actions] }),
  },
)

const step = z
  .object({
    ruleId: z.string(),
    type: z.string(),
    on: z.string(),
    status: z.enum(['WAITING', 'DONE', 'FAILED']),
    code: z.string().nullable(),
    message: z.string().nullable(),
  })
  .meta({ id: 'AutomationStep' })

const showStep = ({ ruleId, type, on, status, code, message }: Step) => ({
  ruleId,
  type,
  on,
  status,
  code: code ?? null,
  message: message ?? null,
})

const runView = viewOf(
  AutomationRun,
  [
    'id',
    'automationId',
    'eventId',
    'type',
    'event',
    'subjectType',
    'subjectId',
    'clientId',
    'depth',
    'status',
    'code',
    'createdAt',
    'endedAt',
  ],
  {
    more: { steps: z.array(step), workflow: workflowShown },
    facts: (unit) => workflowLinks(unit, 'runAutomation'),
    show: ({ id: run, depth, steps }, workflowOf: WorkflowLinks) => ({
      steps: (steps ?? []).map(showStep),
      workflow: workflowOf(`${run}/${depth}`),
    }),
  },
)

const automations = collection(Automation, {
  noun: ['automation', 'automations'],
  shows: automationView,
  filters: {
    ...filtersOf(Automation, ['name', 'event', 'clientId', 'enabled', 'createdAt']),
    type: exact(family),
  },
  sort: ['name', 'createdAt'],
})

const rules = collection(AutomationRule, {
  noun: ['rule', 'rules'],
  shows: ruleView,
  filters: {},
  sort: ['position'],
})

const runs = collection(AutomationRun, {
  noun: ['run', 'runs of an automation'],
  shows: runView,
  filters: filtersOf(AutomationRun, ['status']),
  sort: ['-createdAt'],
})

const runsShown = 20

const AutomationDetail = automationView.schema
  .extend({ rules: z.array(ruleView.schema), runs: z.array(runView.schema) })
  .meta({ id: 'AutomationDetail' })

async function detailOf(unit: Unit, id: string): Promise<z.output<typeof AutomationDetail>> {
  const automation = await unit.load(Automation, id)
  const [own, latest] = await Promise.all([
    rulesInOrder(unit, id),
    unit.readEach(
      AutomationRun,
      'id in (select id from automation_run where tenant_id = $1 and automation_id = $2 order by created_at desc, id desc limit $3)',
      [id, runsShown],
    ),
  ])
  return {
    ...automationView.show(automation),
    rules: own.map((rule) => ruleView.show(rule)),
    runs: await shownAll(unit, runView, latest.toReversed()),
  }
}

const Events = z
  .object({
    data: z.array(
      z.object({
        type: family,
        events: z.array(z.string()),
        fields: z.array(
          z.object({
            name: z.string(),
            kind: z.string(),
            operators: z.array(z.string()),
            values: z.array(z.string()).nullable(),
          }),
        ),
        targets: z.array(z.enum(targetTypes)),
      }),
    ),
  })
  .meta({ id: 'AutomationEvents' })

/** Of what the caller receives, since nothing else sets off an automation of theirs. */
function eventsFor({ principal, scope }: Unit): z.output<typeof Events> {
  const has = (right: string) => principal.has(right)
  const reader = { has, isBound: isBound(scope) }
  const received = [...families.values()].filter(({ type }) => receives(reader, type))
  return {
    data: received.map(({ type, names }) => ({
      type,
      events: [...names],
      targets: [...targetsOf(type)],
      fields: [...fieldsOf(type, reader).values()].map((field) => ({
        name: field.name,
        kind: field.kind,
        operators: [...operatorsFor(field)],
        values: field.values === undefined ? null : [...field.values],
      })),
    })),
  }
}

const Actions = z
  .object({
    data: z.array(
      z.object({
        type: z.enum(actionTypes),
        summary: z.string(),
        on: z.array(z.object({ target: z.enum(targetTypes), rights: z.array(z.string()) })),
        params: z.record(z.string(), z.unknown()),
      }),
    ),
  })
  .meta({ id: 'AutomationActions' })

function actionsOf({ runtime }: Unit): z.output<typeof Actions> {
  return {
    data: actionTypes.map((type) => {
      const { summary, on, params } = runtime.registered.automationActions[type]
      const targets = targetTypes.flatMap((target) =>
        on[target] === undefined ? [] : [{ target, rights: [...on[target]] }],
      )
      const schema = z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' })
      return { type, summary, on: targets, params: schema as Record<string, unknown> }
    }),
  }
}

const saving = [
  'CLIENT_CLOSED',
  'NOT_FOUND',
  'GRANT_EXCEEDS_HOLDER',
  'AUTOMATIONS_FULL',
  'LABEL_OF_OTHERS',
  'FEATURE_DISABLED',
] as const

export default {
  listAutomations: operation('GET /automation', 'ReadAutomations', automations.list),
  searchAutomations: operation('POST /automation/search', 'SearchAutomations', automations.search),

  listAutomationEvents: operation('GET /automation/events', 'ReadAutomations', {
    summary: 'List the events that set off automations',
    returns: Events,
  }).handle(async ({ unit }) => eventsFor(unit)),

  listAutomationActions: operation('GET /automation/actions', 'ReadAutomations', {
    summary: 'List what automations can do, on what, and by which rights',
    returns: Actions,
  }).handle(async ({ unit }) => actionsOf(unit)),

  createAutomation: operation('POST /automation', 'CreateAutomation', {
    summary: 'Set up an automation, which acts by your rights',
    body: createAutomationInput,
    shows: automationView,
    refuses: saving,
  }).handle(({ unit, body }) => createAutomation(unit, body)),

  readAutomation: operation('GET /automation/{id}', 'ReadAutomation', {
    summary: 'Read an automation with its rules, and what it did last',
    returns: AutomationDetail,
  }).handle(({ unit, params }) => detailOf(unit, params.id)),

  updateAutomation: operation('PUT /automation/{id}', 'CreateAutomation', {
    summary: 'Rename an automation, or switch it on or off; who switches it on answers for it',
    body: updateAutomationInput,
    shows: automationView,
    refuses: ['GRANT_EXCEEDS_HOLDER', 'AUTOMATIONS_FULL', 'CLIENT_CLOSED', 'FEATURE_DISABLED'],
    extension: true,
  }).handle(({ unit, params, body }) => updateAutomation(unit, params.id, body)),

  deleteAutomation: operation('DELETE /automation/{id}', 'DeleteAutomation', {
    names: { entity: Automation },
    summary: 'Delete an automation with its rules; what has not acted yet does so no more',
  }).handle(({ unit, params }) => deleteAutomation(unit, params.id)),

  listAutomationRules: operation('GET /automation/{id}/rules', 'ReadAutomationRules', {
    ...rules.owned(Automation, 'automationId', 'id'),
    summary: 'List the rules of an automation',
  }),

  createAutomationRule: operation('POST /automation/{id}/rules', 'CreateAutomationRule', {
    summary: 'Add a rule to an automation; who adds it answers for all that it does',
    body: ruleInput,
    shows: ruleView,
    status: 201,
    locate: (rule) => `/automation/${rule.automationId}/rules`,
    refuses: saving,
  }).handle(({ unit, params, body }) => addRule(unit, params.id, body)),

  deleteAutomationRule: operation('DELETE /automation/rules/{id}', 'DeleteAutomationRule', {
    names: { entity: AutomationRule },
    summary: 'Delete a rule from an automation',
  }).handle(({ unit, params }) => deleteRule(unit, params.id)),

  listAutomationRuns: operation('GET /automation/{id}/runs', 'ReadAutomation', {
    ...runs.owned(Automation, 'automationId', 'id'),
    summary: 'List what an automation was set off by, and what it did',
    extension: true,
  }),
} satisfies Room
