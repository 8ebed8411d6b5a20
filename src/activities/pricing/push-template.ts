import { z } from 'zod'
import { modulesOfProducts } from '../../domain/clients/product.ts'
import { notFound, refuse } from '../../domain/refusal.ts'
import { refuseOff, type ModuleCode } from '../../domain/system/modules.ts'
import { BackgroundTask } from '../../entities/background-task.ts'
import { Client } from '../../entities/client.ts'
import { ClientFinancialPriceTemplate } from '../../entities/client-financial-price-template.ts'
import { ClientProduct } from '../../entities/client-product.ts'
import { isBound } from '../../domain/access/scope.ts'
import { id } from '../../kernel/read/fields.ts'
import { setForm } from '../../kernel/write/set-form.ts'
import type { IdPage } from '../../kernel/write/task-work.ts'
import { refuseSaidByClient } from '../../kernel/write/refuse-tenants-own.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { connectLogotype } from '../clients/connect-logotype.ts'
import { switchedOff } from '../system/settings/read-modules.ts'
import { startTask } from '../system/start-task.ts'
import { taskOf } from '../task.ts'
import { driftsOf, noDrift, type Drifts } from './template-drift.ts'

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

interface Facts {
  drifts: Drifts
  products: ReadonlyMap<string, readonly ClientProduct[]>
  off: ReadonlySet<ModuleCode>
  logotypeId: string | null
}

interface Lacking {
  products: readonly ClientProduct[]
  logotype: boolean
}

/** Each client as it is when its turn comes. */
const pushing = setForm<Client, Input, Facts, Lacking, void>({
  hold: (unit, ids) => unit.readEach(Client, 'id = any($2)', [ids]),
  idOf: ({ id: clientId }) => clientId,
  read: factsOf,
  rule: lackingOf,
  write(unit, _, { products }) {
    for (const product of products) unit.update(ClientProduct, product, { enabled: true })
  },
  async finish(unit, made, { logotypeId }) {
    for (const { thing, change } of made) {
      if (!change.logotype) continue
      const chosen = await connectLogotype(unit, thing.id, { documentId: logotypeId })
      if (!('kind' in chosen)) refuse('TEMPLATE_NOT_PUSHED')
    }
  },
})

export const pushTemplates = taskOf({
  kind: 'Client',
  input,
  one: pushing.one,
  many: pushing.many,
  find: clientsOf,
})

async function factsOf(
  unit: Unit,
  clients: readonly Client[],
  { templateId }: Input,
): Promise<Facts> {
  const ids = clients.map((client) => client.id)
  const [drifts, products, off, template] = await Promise.all([
    driftsOf(unit, clients),
    unit.readEach(ClientProduct, 'client_id = any($2)', [ids]),
    switchedOff(unit),
    unit.load(ClientFinancialPriceTemplate, templateId),
  ])
  const byClient = Map.groupBy(products, ({ clientId }) => clientId)
  return { drifts, products: byClient, off, logotypeId: template.logotypeId ?? null }
}

function lackingOf(
  { id: clientId, templateId: of }: Client,
  { drifts, products, off }: Facts,
  { templateId, parts }: Input,
): Lacking {
  if (of !== templateId) refuse('NOT_OF_TEMPLATE')
  const drift = drifts.get(clientId) ?? noDrift
  const isMissing = ({ productCode }: ClientProduct) => drift.productsMissing.includes(productCode)
  const lacked = parts.includes('PRODUCTS') ? (products.get(clientId) ?? []).filter(isMissing) : []
  for (const { productCode } of lacked) refuseOff(modulesOfProducts[productCode], off)
  return { products: lacked, logotype: parts.includes('LOGOTYPE') && !drift.hasLogotype }
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
