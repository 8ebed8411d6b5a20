import { platform } from '../../domain/access/principal.ts'
import { exportTriesMax } from '../../domain/clients/sync.ts'
import { Refusal } from '../../domain/refusal.ts'
import { Article } from '../../entities/article.ts'
import { Client } from '../../entities/client.ts'
import { ClientSyncInvoice } from '../../entities/client-sync.ts'
import { Debtor } from '../../entities/debtor.ts'
import { Erp } from '../../entities/erp.ts'
import { Invoice } from '../../entities/invoice.ts'
import type { ErpMessage } from '../../ports/erp/erp.ts'
import { leaveErrand } from '../system/leave-errand.ts'
import { settleErrand } from '../system/settle-errand.ts'
import type { Task } from '../../kernel/write/activity.ts'
import { asUnavailable } from '../../kernel/write/database-errors.ts'
import { hold } from '../../kernel/write/hold.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { exportedInvoice } from './exported-invoice.ts'

export interface ExportProgress {
  /** How many still wait to be sent, or sent again. */
  left: number
  failed: number
}

const atOnce = 10
const as = ({ tenantId }: Task) => platform(tenantId, 'sync')

/** Sends the next invoices of a client to its business system, which counts a repeated one once. */
export async function exportInvoices(task: Task): Promise<ExportProgress> {
  const { erp, messages } = await inUnit(task.runtime, as(task), task, (unit) =>
    nextMessages(unit, task.entityId),
  )
  const errors = await Promise.all(messages.map(({ message }) => sent(task, erp, message)))
  return inUnit(task.runtime, as(task), task, async (unit) => {
    const ids = messages.map(({ id }) => id)
    hold(unit, ClientSyncInvoice, ids)
    const rows = await unit.all(ClientSyncInvoice, { id: { $in: ids } })
    const outcome = new Map(messages.map(({ id }, at) => [id, errors[at] ?? null]))
    for (const row of rows.filter(({ status }) => status === 'RUNNING')) {
      settle(row, outcome.get(row.id) ?? null)
    }
    const late = rows.filter(
      ({ status, attempts }) => status !== 'SYNCED' && attempts >= exportTriesMax,
    )
    if (late.length > 0) await leaveExportErrand(unit, task.entityId, late)
    const left = await leftOf(unit, task.entityId)
    if (left === 0 && late.length === 0) await settleOnceGone(unit, task.entityId)
    return { left, failed: errors.filter(Boolean).length }
  })
}

const errandKeyOf = (clientId: string) => `sync-export/${clientId}`

/** What was late is there now, unless a person still has to look at some of it. */
async function settleOnceGone(unit: Unit, clientId: string): Promise<void> {
  const failed = await unit.find(ClientSyncInvoice, {
    clientId,
    direction: 'EXPORT',
    status: 'FAILED',
  })
  if (failed === null) await settleErrand(unit, errandKeyOf(clientId), 'All was handed over.')
}

type Target = Pick<Erp, 'connector' | 'target' | 'active'> | null

async function nextMessages(unit: Unit, clientId: string) {
  const rows = await unit.em.find(
    ClientSyncInvoice,
    { tenantId: unit.tenantId, clientId, direction: 'EXPORT', status: ['PENDING', 'RUNNING'] },
    { orderBy: { attempts: 'asc', id: 'asc' }, limit: atOnce },
  )
  const client = await unit.load(Client, clientId)
  const erp: Target = await unit.find(Erp, { id: client.invoiceErpId ?? '' })
  const ids = rows.flatMap(({ invoiceId }) => invoiceId ?? [])
  const invoices = await unit.all(Invoice, { id: { $in: ids } })
  const articles = await unit.all(Article, { invoiceId: { $in: ids } })
  const debtors = await unit.all(Debtor, { id: { $in: invoices.map((each) => each.debtorId) } })
  const today = await unit.today()
  const messages = rows.flatMap((row) => {
    row.status = 'RUNNING'
    row.attempts += 1
    const invoice = invoices.find(({ id }) => id === row.invoiceId)
    if (invoice === undefined) return []
    const debtor = debtors.find(({ id }) => id === invoice.debtorId)
    const own = articles.filter(({ invoiceId }) => invoiceId === invoice.id)
    const body = exportedInvoice(invoice, own, debtor, today)
    const { tenantId } = unit
    const message = { tenantId, kind: 'INVOICE', key: row.id, body } satisfies ErpMessage
    return [{ id: row.id, message }]
  })
  return { erp, messages }
}

interface NotTaken {
  words: string
  /** The business system, or our disk, is away at present. */
  passes: boolean
}

const without = { words: 'The client has no active business system.', passes: false }

/** What went wrong; nothing where it is there. */
async function sent({ runtime }: Task, erp: Target, message: ErpMessage): Promise<NotTaken | null> {
  if (erp?.active !== true || erp.target == null) return without
  try {
    await runtime.erp[erp.connector].send(erp.target, message)
    return null
  } catch (error) {
    runtime.log.warn({ err: error, key: message.key }, 'the business system took nothing')
    const words = error instanceof Error ? error.message.slice(0, 500) : 'Nothing came back.'
    return { words, passes: asUnavailable(error) instanceof Refusal }
  }
}

/** What only passes is tried again for as long as it lasts, however often that is. */
function settle(row: ClientSyncInvoice, error: NotTaken | null): void {
  row.error = error?.words ?? null
  if (error === null) row.status = 'SYNCED'
  else row.status = row.attempts >= exportTriesMax && !error.passes ? 'FAILED' : 'PENDING'
}

async function leaveExportErrand(
  unit: Unit,
  clientId: string,
  failed: readonly ClientSyncInvoice[],
) {
  await leaveErrand(unit, {
    type: 'SYNC',
    subjectType: 'Client',
    subjectId: clientId,
    clientId,
    title: 'Invoices could not be handed to the business system yet',
    data: { error: failed[0]?.error, invoices: failed.map(({ invoiceId }) => invoiceId) },
    dedupeKey: errandKeyOf(clientId),
  })
}

async function leftOf(unit: Unit, clientId: string): Promise<number> {
  await unit.flush()
  const [row] = await unit.transaction.query<{ left: number }>(
    `select count(*)::int as left from client_sync_invoice where tenant_id = $1
     and client_id = $2 and direction = 'EXPORT' and status in ('PENDING', 'RUNNING')`,
    [unit.tenantId, clientId],
  )
  return row?.left ?? 0
}
