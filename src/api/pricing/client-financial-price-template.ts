import { z } from 'zod'
import { logotypeInput, refuseNoLogotype } from '../../activities/clients/refuse-no-logotype.ts'
import {
  pushesOf,
  pushTemplate,
  pushTemplateInput,
} from '../../activities/pricing/push-template.ts'
import { driftsOf, noDrift, type Drifts } from '../../activities/pricing/template-drift.ts'
import { dryRunAsked, isDryRun, taskPlace, taskView } from '../../behaviours/bulk.ts'
import { forTheTenantAlone } from '../../behaviours/for-the-tenant-alone.ts'
import { productCodes } from '../../domain/clients/product.ts'
import { notFound } from '../../domain/refusal.ts'
import { Client } from '../../entities/client.ts'
import { ClientFinancialPriceTemplate } from '../../entities/client-financial-price-template.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { change } from '../../kernel/read/fields.ts'
import { shownAll, shownOne, viewOf } from '../../kernel/read/view.ts'
import type { Unit } from '../../kernel/write/unit.ts'

const templateView = viewOf(ClientFinancialPriceTemplate, [
  'id',
  'name',
  'description',
  'products',
  'logotypeId',
  'enabled',
  'versioned',
])

const templates = collection(ClientFinancialPriceTemplate, {
  noun: ['template of clients', 'templates of clients'],
  shows: templateView,
  filters: filtersOf(ClientFinancialPriceTemplate, ['name', 'enabled', 'createdAt']),
  sort: ['name', 'createdAt'],
})

const changeable = ['name', 'description', 'products'] as const
const newTemplate = bodyOf(ClientFinancialPriceTemplate, changeable, {
  description: '',
  products: ['INVOICE_SERVICE'],
})

const product = z.enum(productCodes)

const driftShape = {
  isDrifted: z.boolean(),
  /** Products of the template that the client has not, and those that it has besides. */
  productsMissing: z.array(product),
  productsBeside: z.array(product),
  /** Whether its documents have the logotype of the template, where that has one. */
  hasLogotype: z.boolean(),
  /** Keys of settings that the template chooses, and the client for itself in another way. */
  settingsBeside: z.array(z.string()),
  /** Currencies in which it has a price list of its own today. */
  pricesBeside: z.array(z.string()),
}

const clientsOfTemplate = collection(Client, {
  noun: ['client of a template', 'clients of a template'],
  shows: viewOf(Client, ['id', 'name', 'status'], {
    name: 'ClientOfTemplate',
    more: driftShape,
    facts: (unit: Unit, rows: readonly Client[]) => driftsOf(unit, rows),
    show: ({ id }, drifts: Drifts) => drifts.get(id) ?? noDrift,
  }),
  filters: filtersOf(Client, ['name', 'status']),
  sort: ['name'],
})

const pushes = z.object({ data: z.array(taskView.schema) }).meta({ id: 'TemplatePushes' })

export default {
  listTemplates: operation(
    'GET /client-financial-price-template',
    'ReadTemplate',
    forTheTenantAlone(templates.list),
  ),
  readTemplate: operation(
    'GET /client-financial-price-template/{id}',
    'ReadTemplate',
    forTheTenantAlone(templates.read),
  ),

  createTemplate: operation('POST /client-financial-price-template', 'CreateTemplate', {
    summary: 'Make a template of products and settings that clients share',
    body: newTemplate,
    shows: templateView,
    refuses: ['ALREADY_EXISTS'],
  }).handle(async ({ unit, body }) =>
    unit.add(ClientFinancialPriceTemplate, { ...body, enabled: true }),
  ),

  updateTemplate: operation('PUT /client-financial-price-template/{id}', 'UpdateTemplate', {
    summary: 'Rename a template, or change its products',
    body: bodyOf(ClientFinancialPriceTemplate, changeable).partial(),
    shows: templateView,
    refuses: ['ALREADY_EXISTS'],
  }).handle(async ({ unit, params, body }) =>
    change(await unit.load(ClientFinancialPriceTemplate, params.id), body),
  ),

  enableTemplate: operation('PUT /client-financial-price-template/{id}/enabled', 'EditTemplate', {
    summary: 'Switch a template on or off for further clients; those that have it keep it',
    body: bodyOf(ClientFinancialPriceTemplate, ['enabled']),
    shows: templateView,
  }).handle(async ({ unit, params, body }) =>
    change(await unit.load(ClientFinancialPriceTemplate, params.id), body),
  ),

  connectLogotypeToTemplate: operation(
    'PUT /client-financial-price-template/{id}/logotype',
    'ConnectLogotypeToTemplate',
    {
      summary: 'Set the logotype that clients may be given, or none',
      body: logotypeInput,
      shows: templateView,
      refuses: ['NOT_FOUND'],
    },
  ).handle(async ({ unit, params, body: { documentId } }) => {
    const template = await unit.load(ClientFinancialPriceTemplate, params.id)
    await refuseNoLogotype(unit, null, documentId, '/documentId')
    return change(template, { logotypeId: documentId })
  }),

  listClientsOfTemplate: operation(
    'GET /client-financial-price-template/{id}/clients/engine-rule',
    'ReadTemplateClients',
    forTheTenantAlone({
      ...clientsOfTemplate.owned(ClientFinancialPriceTemplate, 'templateId', 'id'),
      summary: 'List the clients of a template, with their drift',
    }),
  ),

  applyTemplate: operation(
    'PUT /client-financial-price-template/{id}/clients/engine-rule',
    'UpdateTemplateClients',
    {
      names: { entity: ClientFinancialPriceTemplate },
      summary: 'Give clients what their template has and they lack',
      body: pushTemplateInput,
      query: dryRunAsked,
      returns: taskView.schema,
      status: 202,
      purpose: 'job',
      refuses: ['TASK_RUNNING', 'NOT_FOUND'],
      locate: taskPlace,
    },
  ).handle(async ({ unit, params, body, query: asked }) =>
    shownOne(unit, taskView, await pushTemplate(unit, params.id, body, isDryRun(asked))),
  ),

  readLatestPushOfTemplate: operation(
    'GET /client-financial-price-template/{id}/clients/engine-rule/status',
    'ReadTemplateClients',
    forTheTenantAlone({
      summary: 'Read how far the last push of a template is',
      returns: taskView.schema,
      refuses: ['NOT_FOUND'] as const,
      handle: async ({ unit, params }: { unit: Unit; params: { id: string } }) => {
        const [last] = await pushesOf(unit, params.id, 1)
        return last === undefined ? notFound() : shownOne(unit, taskView, last)
      },
    }),
  ),

  listPushesOfTemplate: operation(
    'GET /client-financial-price-template/{id}/clients/engine-rule/history',
    'ReadTemplateClients',
    forTheTenantAlone({
      summary: 'List the pushes of a template, the last one first',
      returns: pushes,
      handle: async ({ unit, params }: { unit: Unit; params: { id: string } }) => ({
        data: await shownAll(unit, taskView, await pushesOf(unit, params.id, 100)),
      }),
    }),
  ),
} satisfies Room
