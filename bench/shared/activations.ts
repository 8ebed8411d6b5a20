import { idOfUuid } from '../../src/domain/id-forms.ts'
import { tenantSetting } from '../../src/ports/database/sight.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { timesOf, type Timed } from './closed-loop.ts'
import { call, clientOf, invoice } from './invoices.ts'
import { once } from './making.ts'
import type { Platform } from './platform.ts'
import { pooledOf, statementsFor, type Replay } from './replay.ts'
import type { Caller, Stage } from './stage.ts'
import { writtenBy, type Written } from './written.ts'

/** A client with an invoice that others are made after, and what each of the two steps writes. */
export interface Trade {
  caller: Caller
  clientId: string
  created: readonly Written[]
  /** The same invoice many more times, CREATED: their ids. */
  more(count: number): Promise<string[]>
}

let tradesOpened = 0

/** A tenant of its own, whose one client is onboarded by its process. */
export async function openTrade({ stage, api }: Platform, produce = 'ON_DEMAND'): Promise<Trade> {
  const caller = await stage.tenant()
  const clientId = await clientOf(stage, api.url, caller, { produce })
  await until('the client is onboarded', async () => {
    const [left] = await stage.owner(
      `select count(*)::int as n from onboarding_step
       where tenant_id = $1 and status <> 'DONE'`,
      [caller.tenantId],
    )
    return left?.['n'] === 0
  })
  const number = `T${++tradesOpened}`
  const making = invoice(api.url, caller, clientId)
  await once(making, `${number}-0`)
  const all = await writtenBy(stage, caller.tenantId, () => once(making, `${number}-1`))
  const created = all.filter(({ kind }) => kind === 'insert')
  const words = making.words(`${number}-1`)
  const id = String(created.find(({ table }) => table === 'invoice')!.row['id'])
  const more = async (count: number) => {
    const begins = await copied(stage, caller, created, { words, times: count })
    await stage.analyzed()
    return idsAfter(begins.get(id)!, count)
  }
  return { caller, clientId, created, more }
}

/** Rows as these so many times; what the ids of each begin with. */
export async function copied(
  stage: Stage,
  caller: Caller,
  rows: readonly Written[],
  replay: Replay & { times: number },
): Promise<ReadonlyMap<string, string>> {
  const n = Date.now() * 1000
  await stage.once(statementsAs(caller, statementsFor(rows, replay)), n)
  return pooledOf(rows, replay, n)
}

export const idsAfter = (begins: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => idOfUuid(begins + String(at + 1).padStart(7, '0')))

export function statementsAs({ tenantId }: Caller, statements: readonly string[]): string[] {
  const tenant = `select set_config('app.tenant_id', '${tenantSetting(tenantId)}', true),
    set_config('app.client_id', '', true)`
  return ['begin', tenant, ...statements, 'commit']
}

const service = { productCode: 'INVOICE_SERVICE' }

/** Each asked for by a call of its own, so many at once, each until it is ACTIVATED. */
export async function activated(
  { stage, api }: Platform,
  { caller }: Trade,
  ids: readonly string[],
  atOnce: number,
): Promise<Timed> {
  const waiting = new Map<string, () => void>()
  const ended = new AbortController()
  const watching = (async () => {
    while (!ended.signal.aborted) {
      for (const id of await done(stage, caller, [...waiting.keys()])) {
        waiting.get(id)?.()
        waiting.delete(id)
      }
      await sleep(pollMs)
    }
  })()
  try {
    return await timesOf(ids.length, atOnce, async (at) => {
      const id = ids[at]!
      await call(api.url, caller, 'PUT', `/invoices/${id}/activate`, service)
      await new Promise<void>((resolve) => waiting.set(id, resolve))
    })
  } finally {
    ended.abort()
    await watching
  }
}

const pollMs = 2

async function done(stage: Platform['stage'], { tenantId }: Caller, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await stage.owner(
    `select id from invoice where tenant_id = $1 and id = any($2) and main_status = 'ACTIVATED'`,
    [tenantId, ids],
    'watched',
  )
  return rows.map(({ id }) => String(id))
}

/** All of them by one call; how many a second until the last is ACTIVATED. */
export async function activatedInBulk(
  { stage, api }: Platform,
  { caller }: Trade,
  ids: readonly string[],
): Promise<number> {
  const began = performance.now()
  await call(api.url, caller, 'POST', '/invoices/actions/bulk-activate', { ids, ...service })
  await until('all are ACTIVATED', async () => {
    const [left] = await stage.owner(
      `select count(*)::int as n from invoice
       where tenant_id = $1 and id = any($2) and main_status <> 'ACTIVATED'`,
      [caller.tenantId, ids],
    )
    return left?.['n'] === 0
  })
  return ids.length / ((performance.now() - began) / 1000)
}

const patienceMs = 120_000

export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const late = performance.now() + patienceMs
  while (!(await holds())) {
    if (performance.now() > late) throw new Error(`waited ${patienceMs} ms until ${what}`)
    await sleep(10)
  }
}
