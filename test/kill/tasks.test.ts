import { expect, onTestFinished, test } from 'vitest'
import { idOfNth, nthId } from '../support/ids-inside.ts'
import { apart, eventually, type Installation } from './installation.ts'
import { say } from './say.ts'
import { invoiceAt } from './trade.ts'

// Many things of one task under kill -9: whatever was done stays done, and nothing is done again.
const total = 10_000
const minute = 60_000

test(
  `a task of ${total} things whose worker dies twice does each of them once`,
  async () => {
    const at = await apart()
    onTestFinished(() => at.close())
    await at.ready()
    await invoiceAt(at, at.facts().clientId)
    const ids = await copied(at)
    const changes = { serviceProviderCode: 'KILLED' }
    await at.kill('worker')
    const sent = await at.insist('PUT', '/invoices/actions/bulk-update', { ids, changes })
    expect(sent.status, JSON.stringify(sent.body)).toBe(202)
    const taskId = String(sent.body['id'])
    const read = async () => (await at.call('GET', `/background-task/${taskId}`)).body

    // Its first chunk is committed, and the engine never hears of it.
    await at.doomed('worker', 'after-activity@workOffTask')
    const first = Number((await read())['processed'])
    say(`${first} were done when it died for the first time`)
    expect(first).toBeGreaterThan(0)
    await at.start('worker')
    await eventually('it to go on', async () => Number((await read())['processed']) > first)
    await at.kill('worker')
    const second = Number((await read())['processed'])
    say(`${second} were done when it died for the second time`)
    expect(second).toBeLessThan(total)
    await at.start('worker')
    await eventually('its end', async () => (await read())['endedAt'] !== null, 4 * minute)

    expect(await read()).toMatchObject({
      status: 'COMPLETED',
      total,
      processed: total,
      succeeded: total,
      failed: 0,
    })
    const [found] = await at.rows<{ changed: number; versions: number }>(
      `select count(*)::int as changed, max(version)::int as versions from invoice
       where service_provider_code = 'KILLED'`,
    )
    expect(found).toEqual({ changed: total, versions: 2 })
    const [told] = await at.rows<{ changes: number; invoices: number }>(
      `select count(*)::int as changes, count(distinct entity_id)::int as invoices
       from changelog where entity = 'Invoice' and action = 'UPDATED'
         and changes::jsonb -> 'serviceProviderCode' ->> 'to' = 'KILLED'`,
    )
    expect(told).toEqual({ changes: total, invoices: total })
  },
  8 * minute,
)

/** Drafts like the last one, put straight into the table. */
async function copied(at: Installation): Promise<string[]> {
  const columns = await at.rows<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'invoice'::regclass
     and attnum > 0 and not attisdropped`,
  )
  const names = columns.map(({ name }) => `"${name}"`)
  const given: Record<string, string> = {
    '"id"': nthId('I'),
    '"invoice_number"': `r.invoice_number || '-' || n`,
    '"version"': '1',
  }
  const values = names.map((name) => given[name] ?? `r.${name}`)
  await at.rows(`set session_replication_role = replica;
    insert into invoice (${names.join()}) select ${values.join()}
    from (select * from invoice order by created_at desc limit 1) r,
      generate_series(1, ${total}) n`)
  await at.rows('analyze invoice')
  return Array.from({ length: total }, (_, n) => idOfNth('I', n + 1))
}
