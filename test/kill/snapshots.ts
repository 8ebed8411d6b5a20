import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { checks } from '../../src/activities/bookkeeping/verify/verify-books.ts'
import type { Installation } from './installation.ts'
import { clientOf } from '../../src/ports/database/connect.ts'

/** What must hold of the core flows at every instant besides what `verify` asks. */
const always: Readonly<Record<string, string>> = {
  'the trial balance of an owner and currency is not 0': `
    select owner_id, currency, sum(amount)::text from voucher_posting
    group by tenant_id, owner_id, currency having sum(amount) <> 0`,
  'an activated invoice has not exactly one booking with its voucher': `
    select i.id from invoice i where i.main_status = 'ACTIVATED' and 1 <> all (array[
      (select count(*) from financial_event e where e.tenant_id = i.tenant_id
        and e.claim_id = i.id and e.type = 'INVOICE_BOOKED'),
      (select count(*) from voucher v where v.tenant_id = i.tenant_id
        and v.source_id = id_text(i.id)
        and v.rule = 'P1')])`,
  'a claim is booked twice': `
    select claim_id from financial_event where type = 'INVOICE_BOOKED'
    group by tenant_id, claim_id having count(*) > 1`,
  'an event has two vouchers in one book': `
    select financial_event_id, owner_id from voucher
    group by tenant_id, financial_event_id, owner_id, rule having count(*) > 1`,
  'what is booked is not activated': `
    select i.id from financial_event e
    join invoice i on i.tenant_id = e.tenant_id and i.id = e.claim_id
    where e.type = 'INVOICE_BOOKED' and i.booked_date is null`,
}

export interface Seen {
  taken: number
  /** Those that saw some of the invoices activated, and not all. */
  underWay: number
  broken: string[]
}

const patienceMs = 300_000

/** Looks at everything as of one instant, again and again, as far as there is a database. */
export function watching(at: Installation, total: number): { stop(): Promise<Seen> } {
  const { databaseUrl, tenantId } = at.facts()
  const seen: Seen = { taken: 0, underWay: 0, broken: [] }
  const told = { stop: false }
  const working = (async () => {
    const until = Date.now() + patienceMs
    while (!told.stop && Date.now() < until) {
      await snapshot(databaseUrl, tenantId, total, seen).catch(() => undefined)
      await sleep(200)
    }
  })()
  return {
    async stop() {
      told.stop = true
      await working
      // The last one sees the end.
      await snapshot(databaseUrl, tenantId, total, seen)
      return seen
    },
  }
}

async function snapshot(url: string, tenantId: string, total: number, seen: Seen): Promise<void> {
  const client = clientOf(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const broken: string[] = []
    for (const [what, sql] of Object.entries(always)) {
      const { rows } = await client.query(sql)
      if (rows.length > 0) broken.push(`${what}: ${JSON.stringify(rows.slice(0, 3))}`)
    }
    for (const { name, sql } of checks) {
      const { rows } = await client.query(
        sql,
        sql.includes('$2') ? [tenantId, tenantId] : [tenantId],
      )
      if (rows.length > 0) broken.push(`${name}: ${JSON.stringify(rows.slice(0, 3))}`)
    }
    const activated = `select count(*)::int as n from invoice where main_status = 'ACTIVATED'`
    const n = (await client.query<{ n: number }>(activated)).rows[0]?.n ?? 0
    seen.taken++
    if (n > 0 && n < total) seen.underWay++
    seen.broken.push(...broken)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** What `npx receivables verify` finds on it. */
export async function verified(at: Installation): Promise<unknown[]> {
  const child = spawn(process.execPath, ['src/cli/main.ts', 'verify', '--json'], {
    env: {
      ...process.env,
      RECEIVABLES_DATA_DIR: at.dir,
      DATABASE_URL: at.facts().databaseUrl,
      RECEIVABLES_LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await once(child, 'close')
  return (JSON.parse(output) as { findings: unknown[] }).findings
}
