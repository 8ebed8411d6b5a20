import { sql } from 'kysely'
import { firstOf } from '../../src/kernel/read/few.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import { dayIn } from '../../src/domain/dates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ledgerStatusFilter } from '../../src/activities/invoices/ledger-filter.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { nthId } from '../support/ids-inside.ts'

const rowCount = 100_000

let at: World
let tenant: TestTenant

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  const id = await activatedInvoice(tenant, await clientIn(tenant))
  const columns = await at.owner(
    `select attname as name from pg_attribute where attrelid = 'invoice'::regclass
     and attnum > 0 and not attisdropped`,
  )
  // Nearly all is paid; of the rest one in ten is overdue.
  const given: Record<string, string> = {
    // Older ones have lesser ids, as those have that are made one after another.
    id: nthId('I', `${rowCount} - n`),
    invoice_number: `'P-' || n`,
    client_id: `case when n % 20 = 0 then i.client_id else ${nthId('CL', 'n % 300')} end`,
    created_at: `now() - n * interval '1 minute'`,
    ledger_status: `case when n % 20 = 0 then 'NOT_DUE' else 'PAID' end`,
    due_date: `current_date + case when n % 200 = 0 then -5 else 20 end`,
  }
  const values = columns.map(({ name }) => given[String(name)] ?? `i."${String(name)}"`)
  const names = columns.map(({ name }) => `"${String(name)}"`)
  await at.owner('set session_replication_role = replica')
  await at.owner(`insert into invoice (${names.join()}) select ${values.join()}
    from invoice i, generate_series(1, ${rowCount}) n where i.id = '${id}'`)
  await at.owner('set session_replication_role = origin')
  await at.owner('analyze invoice')
})
afterAll(() => at.close())

const explained = async (after: string) => {
  const today = dayIn('Europe/Stockholm', new Date())
  const { text, values } = await tenant.work(async (unit) => {
    const filter = ledgerStatusFilter.finds?.(
      'ledger_status',
      { one: 'OVERDUE' },
      {
        tenantId: tenant.id,
        today,
      },
    )
    const query = unit.transaction.kysely
      .selectFrom('invoice')
      .select('id')
      .where(filter as never)
    const { sql, parameters } = query.compile()
    const first = parameters.map((value) => `'${String(value)}'`)
    return { text: sql, values: first }
  })
  const where = text
    .slice(text.indexOf(' where ') + 7)
    .replaceAll(/\$(\d+)/g, (_, n: string) => values[Number(n) - 1] as string)
  const rows = await at.owner(`explain (analyze, buffers, format json)
    select * from invoice where tenant_id = '${tenant.id}' and ${where} ${after}
    order by id desc limit 51`)
  const [{ Plan: plan }] = rows[0]!['QUERY PLAN'] as [{ Plan: Record<string, unknown> }]
  return {
    text: JSON.stringify(plan),
    blocks: Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks']),
  }
}

test('pages of what is overdue are read from the index of open claims, however deep', async () => {
  const first = await explained('')
  expect(first.text).toContain('invoice_open_index')
  const deep = await explained(`and id < ${nthId('I', '20000')}`)
  expect(deep.text).toContain('invoice_open_index')
  for (const { blocks, text } of [first, deep]) {
    expect(text).not.toContain('Seq Scan')
    expect(text).not.toContain('"Sort"')
    expect(blocks).toBeLessThan(200)
  }
  const { body } = await tenant.api.get('/invoices?ledgerStatus=OVERDUE&limit=5&count=true')
  expect(body.data).toHaveLength(5)
  expect(body.count).toBe(rowCount / 200)
})

test('a client that has none yet is told so at once, in the order of numbers as well', async () => {
  const blocks = await tenant.work(async (unit) => {
    const { kysely } = unit.transaction
    const within = sql<boolean>`client_id = ${newId('Client')}`
    const query = kysely.selectFrom('invoice').where('tenant_id', '=', tenant.id).where(within)
    const few = { within, told: 'id', max: 500, isOfTime: false }
    const sought = await firstOf(unit, 'invoice', few, query as never)
    const page = sought.selectAll().orderBy('invoice_number').orderBy('id').limit(51).compile()
    const rows = await unit.transaction.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, format json) ${page.sql}`,
      [...page.parameters],
    )
    const { Plan: plan } = rows[0]!['QUERY PLAN'][0]
    return Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks'])
  })
  expect(blocks).toBeLessThan(10)
})
