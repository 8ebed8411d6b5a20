import { z } from 'zod'
import { modulesOfProducts } from '../../domain/clients/product.ts'
import { notFound, refuse } from '../../domain/refusal.ts'
import { BackgroundTask } from '../../entities/background-task.ts'
import { Client } from '../../entities/client.ts'
import { ClientFinancialPriceTemplate } from '../../entities/client-financial-price-template.ts'
import { ClientProduct } from '../../entities/client-product.ts'
import { isBound } from '../../domain/access/scope.ts'
import { id } from '../../kernel/read/fields.ts'
import type { IdPage } from '../../kernel/write/task-work.ts'
import { refuseSaidByClient } from '../../kernel/write/refuse-tenants-own.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { connectLogotype } from '../clients/connect-logotype.ts'
import { refuseSwitchedOff } from '../system/settings/read-modules.ts'
import { startTask } from '../system/start-task.ts'
import { taskOf } from '../task.ts'
import { driftsOf, noDrift } from './template-drift.ts'

const pushedParts = ['PRODUCTS', 'LOGOTYPE'] as const

export const pushTemplateInput = z.strictObject({
  /** All clients of the template, if none are named. */
  clientIds: z.array(id('Client')).min(1).max(10_000).optional(),
  parts: z
    .array(z.enum(pushedParts))
    .min(1)
    .max(pushedParts.length)
    .default([...pushedParts]),
})

const input = z.object({ templateId: z.string(), parts: z.array(z.enum(pushedParts)) })
type Input = z.output<typeof input>

/** Begins to give clients what their template has and they lack; what they have besides stays. */
export async function pushTemplate(
  unit: Unit,
  templateId: string,
  { clientIds, parts }: z.output<typeof pushTemplateInput>,
  dryRun: boolean,
): Promise<BackgroundTask> {
  if (isBound(unit.scope)) refuseSaidByClient()
  await unit.load(ClientFinancialPriceTemplate, templateId)
  await refuseUnknown(unit, clientIds ?? [])
  return startTask(unit, {
    taskName: 'templates.push',
    ids: clientIds,
    input: { templateId, parts },
    oneOf: 'templateId',
    dryRun,
  })
}

async function refuseUnknown(unit: Unit, clientIds: readonly string[]): Promise<void> {
  const known = new Set((await unit.all(Client, { id: [...clientIds] })).map((each) => each.id))
  const at = clientIds.findIndex((each) => !known.has(each))
  if (at >= 0) notFound(`/clientIds/${at}`)
}

/** Each client by itself, as it is when its turn comes. */
export const pushTemplates = taskOf({
  kind: 'Client',
  input,
  one: pushTo,
  find: clientsOf,
})

async function pushTo(unit: Unit, clientId: string, { templateId, parts }: Input): Promise<void> {
  const client = await unit.load(Client, clientId)
  if (client.templateId !== templateId) refuse('NOT_OF_TEMPLATE')
  const drift = (await driftsOf(unit, [client])).get(clientId) ?? noDrift
  if (parts.includes('PRODUCTS')) await enable(unit, clientId, drift.productsMissing)
  if (!parts.includes('LOGOTYPE') || drift.hasLogotype) return
  const { logotypeId = null } = await unit.load(ClientFinancialPriceTemplate, templateId)
  const made = await connectLogotype(unit, clientId, { documentId: logotypeId })
  if (!('kind' in made)) refuse('TEMPLATE_NOT_PUSHED')
}

async function enable(unit: Unit, clientId: string, codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return
  const products = await unit.all(ClientProduct, { clientId })
  for (const product of products.filter(({ productCode }) => codes.includes(productCode))) {
    await refuseSwitchedOff(unit, modulesOfProducts[product.productCode])
    product.enabled = true
  }
}

async function clientsOf(
  unit: Unit,
  { templateId }: Input,
  { after, until, limit }: IdPage,
): Promise<string[]> {
  const rows = await unit.transaction.query<{ id: string }>(
    `select id from client where tenant_id = $1 and template_id = $2 and id > $3 and id <= $4
     order by id limit $5`,
    [unit.tenantId, templateId, after, until, limit],
  )
  return rows.map((row) => row.id)
}

/** The last pushes of a template, as long as tasks are kept. */
export async function pushesOf(
  unit: Unit,
  templateId: string,
  limit: number,
): Promise<BackgroundTask[]> {
  await unit.load(ClientFinancialPriceTemplate, templateId)
  const values: unknown[] = [unit.tenantId, templateId, limit]
  const rows = await unit.transaction.query<{ id: string }>(
    `select id from background_task where tenant_id = $1 and task_name = 'templates.push'
       and input ->> 'templateId' = $2 and ${unit.bound('background_task', values)}
     order by id desc limit $3`,
    values,
  )
  const tasks = await unit.all(BackgroundTask, { id: rows.map((row) => row.id) })
  return tasks.toSorted((a, b) => (a.id > b.id ? -1 : 1))
}
