import { tenantSetting } from '../../src/ports/database/sight.ts'
import type { Load } from './load.ts'
import { inOne, statementsFor } from './replay.ts'
import type { Caller, Stage } from './stage.ts'
import { countsOf, writtenBy, type Written } from './written.ts'

/** Something that the interface makes by one call, again and again. */
export interface Making {
  load: Load
  /** What no two of them may have alike, beside their ids. */
  words(n: string): string[]
  /** What is looked up before anything is written. */
  reads(written: readonly Written[]): string[]
}

/** One of them sent; the id or code by which it is found is made of `n`. */
export async function once({ load }: Making, n: string): Promise<void> {
  const { url, method = 'POST', headers = {}, body = '' } = load
  const numbered = (text: string) => text.replaceAll('{n}', n)
  const fields = Object.entries(headers).map(([name, value]) => [name, numbered(value)])
  const answer = await fetch(numbered(url), {
    method,
    headers: Object.fromEntries(fields),
    body: numbered(body),
  })
  if (answer.status >= 300) throw new Error(await answer.text())
  await answer.arrayBuffer()
}

export const headersOf = ({ token }: Caller): Record<string, string> => ({
  'content-type': 'application/json',
  authorization: `Bearer ${token}`,
})

/**
 * The statements of the other side: the rows that the interface has just written, its look-ups,
 * and the bounds of a transaction. They are proved to leave as many rows in the same tables.
 */
export async function sameAs(stage: Stage, caller: Caller, making: Making): Promise<string[]> {
  const { tenantId } = caller
  const ours = await writtenBy(stage, tenantId, () => once(making, 'ONCE'))
  const statements = await unitOf(stage, caller, ours, making)
  const theirs = await writtenBy(stage, tenantId, () => stage.once(statements))
  if (countsOf(ours) !== countsOf(theirs)) {
    throw new Error(`ours leaves ${countsOf(ours)}; theirs ${countsOf(theirs)}`)
  }
  return statements
}

/** What every change leaves behind goes in one statement, as ours does it. */
async function unitOf(
  stage: Stage,
  { tenantId }: Caller,
  written: readonly Written[],
  { reads, words }: Making,
): Promise<string[]> {
  const own = `tenant_id = ${tenantSetting(tenantId)}`
  const [token] = await stage.owner(`select hash from token where ${own} and super_user = false`)
  const replayed = { words: words('ONCE') }
  const left = (each: Written) => records.has(each.table)
  const made = statementsFor(
    written.filter((each) => !left(each)),
    replayed,
    written,
  )
  const beside = statementsFor(written.filter(left), replayed, written)
  return [
    'begin',
    setTenant(tenantId),
    `select * from token where ${own} and hash = '${String(token?.['hash'])}'`,
    ...reads(written),
    ...made,
    inOne(beside),
    'commit',
  ]
}

export const setTenant = (tenantId: string) =>
  `select set_config('app.tenant_id', '${tenantSetting(tenantId)}', true),
    set_config('app.client_id', '', true)`

const records = new Set([
  'journal',
  'outbox',
  'idempotency',
  'webhook_log',
  'webhook_payload',
  'webhook_queue',
])
