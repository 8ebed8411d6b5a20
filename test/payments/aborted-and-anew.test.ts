import { beforeEach, expect, test } from 'vitest'
import { activated } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, worldWithTenant, type TestTenant } from '../support/world.ts'
import { camt, type Paid } from './files.ts'
import { bankOf } from './imported.ts'

// A batch is aborted and its file taken anew while others match and book: each entry counts once.
const { at } = await worldWithTenant({ connections: 10 })
let tenant: TestTenant
let bank: ReturnType<typeof bankOf>
let references: string[]

const total = 130

beforeEach(async () => {
  tenant = await tenantIn(at)
  bank = bankOf(at, tenant)
  await tenant.api.put('/system-setting/payments.bookFiles', { value: 'BY_HAND' })
  const clientId = await clientIn(tenant)
  const claims = [await activated(at, tenant, clientId), await activated(at, tenant, clientId)]
  references = await Promise.all(
    claims.map(async (id) =>
      String((await tenant.api.get(`/invoices/${id}/payment-account`)).body.reference),
    ),
  )
})

const fileOf = () =>
  camt({
    entries: Array.from({ length: total }, (_, n): Paid[] => [
      { amount: '10.00', ref: `A${n}`, ...(n % 3 > 0 && { reference: references[n % 2]! }) },
    ]),
  })

/** Of each entry, how many count; of those that were aborted, how many still stand in a book. */
async function counted() {
  const [row] = await at.owner(
    `select count(*) filter (where status <> 'ABORTED')::int as live,
       count(distinct bank_ref) filter (where status <> 'ABORTED')::int as entries,
       count(*) filter (where status = 'ABORTED' and (linked > 0 or booked_at is not null))::int
         as orphans
     from payment_transaction where tenant_id = $1`,
    [tenant.id],
  )
  const [links] = await at.owner(
    `select count(*)::int as n from payment_link l join payment_transaction t
       on t.tenant_id = l.tenant_id and t.id = l.transaction_id
     where l.tenant_id = $1 and t.status = 'ABORTED'
       and l.status in ('PROPOSED', 'CONFIRMED', 'BOOKED')`,
    [tenant.id],
  )
  return { ...(row as { live: number }), links: links!['n'] }
}

/** A chunk of each task that waits, all at once, until there is none. */
async function workedOffTogether(): Promise<void> {
  for (let n = 0; n < 100; n++) {
    const rows = await at.owner(
      `select id_text(id) as id from background_task
       where tenant_id = $1 and status in ('QUEUED', 'RUNNING')`,
      [tenant.id],
    )
    if (rows.length === 0) return
    await Promise.all(rows.map(({ id }) => bank.chunk(String(id))))
  }
  throw new Error('there is no end of tasks')
}

test('a file is not taken in part while a batch of its account is still being aborted', async () => {
  const file = await bank.imported(fileOf())
  const [batch] = await bank.batchesOf(file.id)
  const { body } = await tenant.api.put(`/payment-batches/${batch!.id}/abort`)
  expect(body.status).toBe('ABORTED')
  const again = await tenant.api.put(`/payment-files/${file.id}/import`)
  await bank.chunk(String(again.body.id))
  const refused = await bank.read(file.id)
  expect(refused).toMatchObject({
    status: 'FAILED',
    findings: [{ code: 'ABORT_UNFINISHED', place: expect.stringMatching(/^Stmt\[1\]/) }],
  })
  expect(refused.findings[0].message).toContain(batch!.id)
  await bank.settled()
  await tenant.api.put(`/payment-files/${file.id}/import`)
  await bank.settled()
  expect(await bank.read(file.id)).toMatchObject({ status: 'IMPORTED', duplicateCount: 0 })
  expect(await counted()).toEqual({ live: total, entries: total, orphans: 0, links: 0 })
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('whoever aborts, imports, matches and books at once: no entry twice, none lost', async () => {
  const file = await bank.imported(fileOf())
  const asks = async (verb: string) => {
    const batches = await bank.batchesOf(file.id)
    const of = batches.find(({ status }) => status !== 'ABORTED') ?? batches[0]!
    return tenant.api.put(`/payment-batches/${of.id}/${verb}`)
  }
  const fair = new Set(['PAYMENT_BATCH_BOOKED', 'TASK_RUNNING', 'PAYMENT_FILE_IMPORTING'])
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all([
      asks('match'),
      asks('abort'),
      tenant.api.put(`/payment-files/${file.id}/import`),
      ...(round % 2 === 1 ? [asks('bookkeep')] : []),
      workedOffTogether(),
    ])
    for (const answer of answers) {
      if (answer === undefined || answer.status < 300) continue
      expect([answer.status, fair.has(answer.body.code)], JSON.stringify(answer.body)).toEqual([
        409,
        true,
      ])
    }
    const now = await counted()
    expect(now).toMatchObject({ entries: now.live })
    await workedOffTogether()
  }
  await tenant.api.put(`/payment-files/${file.id}/import`)
  await workedOffTogether()
  const open = (await bank.batchesOf(file.id)).find(({ status }) => status !== 'ABORTED')
  if (open!.status !== 'BOOKED') await tenant.api.put(`/payment-batches/${open!.id}/bookkeep`)
  await workedOffTogether()
  expect(await counted()).toEqual({ live: total, entries: total, orphans: 0, links: 0 })
  const batches = (await bank.batchesOf(file.id)).filter(({ status }) => status !== 'ABORTED')
  expect(batches).toMatchObject([{ status: 'BOOKED', count: total }])
  expect(at.outOfOrder).toEqual([])
  // As autovacuum does it soon; the books of a minute are planned for none else.
  await at.owner('analyze')
  expect(await driftsOf(at, tenant.id)).toEqual([])
}, 120_000)
