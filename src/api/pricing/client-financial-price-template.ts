import { forTheTenantAlone } from '../../behaviours/for-the-tenant-alone.ts'
import { ClientFinancialPriceTemplate } from '../../entities/client-financial-price-template.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { change } from '../../kernel/read/fields.ts'
import { viewOf } from '../../kernel/read/view.ts'

const templateView = viewOf(ClientFinancialPriceTemplate, [
  'id',
  'name',
  'description',
  'products',
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
} satisfies Room
