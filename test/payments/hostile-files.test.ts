import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { driftsOf } from '../support/books.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { camt, type Paid } from './files.ts'
import { bankOf } from './imported.ts'

let at: World
let tenant: TestTenant
let bank: ReturnType<typeof bankOf>

beforeAll(async () => {
  at = await world()
})
beforeEach(async () => {
  tenant = await tenantIn(at)
  bank = bankOf(at, tenant)
})
afterAll(() => at.close())

const entries = (count: number): Paid[][] =>
  Array.from({ length: count }, (_, n) => [{ amount: '1.00', ref: `H${n}` }])
const begun = '<Document><BkToCstmrStmt><Stmt>'
const mb = 1024 * 1024

test.each([
  ['nested without end', begun + '<a>'.repeat(8 * mb)],
  ['of millions of elements', begun + '<a/>'.repeat(6 * mb)],
  ['of one endless text', begun + 'x'.repeat(24 * mb)],
  ['of one endless name', `<${'x'.repeat(24 * mb)}`],
  ['of one endless attribute', `${begun}<a b="${'x'.repeat(24 * mb)}`],
  ['of one endless line', `01BGMAX               01${'x'.repeat(24 * mb)}`],
  ['of a day before all calendars', camt({ entries: entries(1), date: '0000-01-01' })],
  [
    'of more money than there is',
    camt({ currency: 'KWD', entries: [[{ amount: '9'.repeat(15) }]] }),
  ],
])('a file %s fails, and nothing of it stays', async (_, file) => {
  const read = await bank.imported(file)
  expect(read).toMatchObject({ status: 'FAILED', entryCount: 0, findingCount: 1 })
  expect(await bank.batchesOf(read.id)).toEqual([])
  // Whoever comes after it is served as ever.
  expect((await bank.imported(camt({ entries: entries(1) }))).status).toBe('IMPORTED')
})

test('one that is larger than any may be is refused before it is kept', async () => {
  const answer = await bank.upload('x'.repeat(26 * mb))
  expect([answer.status, answer.body.code]).toEqual([413, 'BODY_TOO_LARGE'])
})

test('one with a sign that no text may have is refused before it is kept', async () => {
  const answer = await bank.upload(camt({ entries: [[{ amount: '1.00', name: 'A\0B' }]] }))
  expect(answer.body.errors).toMatchObject([{ pointer: '/content', code: 'TYPE_UNKNOWN' }])
})

test('faults without number are counted, and the first of them shown', async () => {
  const faulty = entries(1500).map(([paid]) => [{ ...paid!, amount: '1.001' }])
  const file = await bank.imported(camt({ entries: [...faulty, ...entries(3)] }))
  expect(file).toMatchObject({ status: 'PARTIAL', entryCount: 3, findingCount: 1500 })
  expect(file.findings).toHaveLength(1000)
})

test('an import that breaks in the middle leaves nothing, and is done again', async () => {
  await at.owner(`create function break_import() returns trigger language plpgsql as
    $$ begin raise exception 'broken'; end $$`)
  await at.owner(`create trigger break_import before insert on payment_transaction for each row
    when (new.bank_ref = 'H700') execute function break_import()`)
  const file = await bank.imported(camt({ entries: entries(800) }))
  expect([file.status, file.entryCount]).toEqual(['IMPORTING', 0])
  const task = (await tenant.api.get('/payment-files/import/latest-task-id')).body
  expect(task.status).toBe('FAILED')
  const count = async () => {
    const [row] = await at.owner(
      `select (select count(*)::int from payment_transaction where tenant_id = $1) as payments,
         (select count(*)::int from payment_batch where tenant_id = $1) as batches`,
      [tenant.id],
    )
    return [row?.['payments'], row?.['batches']]
  }
  expect(await count()).toEqual([0, 0])
  await at.owner('drop trigger break_import on payment_transaction')
  await at.owner('drop function break_import()')
  expect((await tenant.api.put(`/payment-files/${file.id}/import`)).status).toBe(202)
  await bank.settled()
  expect(await bank.read(file.id)).toMatchObject({ status: 'IMPORTED', entryCount: 800 })
  expect(await count()).toEqual([800, 1])
  expect((await bank.batchesOf(file.id))[0]).toMatchObject({ status: 'BOOKED', total: '800.00' })
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('files in any order leave the same', async () => {
  const paid = entries(6)
  const parts = [paid.slice(0, 3), paid.slice(2, 5), paid.slice(1)]
  const files = parts.map((some, n) =>
    camt({ kind: n === 1 ? '054' : '053', id: `F${n}`, entries: some }),
  )
  const left = async (order: readonly number[]) => {
    const own = await tenantIn(at)
    const other = bankOf(at, own)
    for (const n of order) await other.imported(files[n]!)
    expect(await driftsOf(at, own.id)).toEqual([])
    return at.owner(
      `select bank_ref, status, amount, unplaced from payment_transaction where tenant_id = $1
       order by bank_ref`,
      [own.id],
    )
  }
  const first = await left([0, 1, 2])
  expect(first).toHaveLength(6)
  expect(await left([2, 1, 0])).toEqual(first)
  expect(await left([1, 2, 0])).toEqual(first)
})

test('a file whose bytes are gone from the store, or others, fails and is told of', async () => {
  const gone = camt({ entries: entries(1) })
  const changed = camt({ entries: entries(2) })
  const { documents } = at.runtime
  const keyOf = async (id: string) => {
    const [row] = await at.owner(
      `select d.storage_key from payment_file f
       join document d on d.tenant_id = f.tenant_id and d.id = f.document_id where f.id = $1`,
      [id],
    )
    return String(row?.['storage_key'])
  }
  const spoiled = async (file: string, spoil: (key: string) => Promise<void>) => {
    const { id } = (await bank.upload(file)).body
    await spoil(await keyOf(id))
    await tenant.api.put(`/payment-files/${id}/import`)
    await bank.settled()
    return bank.read(id)
  }
  const without = await spoiled(gone, (key) => documents.delete(key))
  const other = await spoiled(changed, (key) =>
    documents.put(key, Buffer.from(changed.replace('H0', 'H1'))),
  )
  for (const file of [without, other]) {
    expect(file).toMatchObject({ status: 'FAILED', entryCount: 0 })
    expect(file.findings).toMatchObject([{ code: 'UNREADABLE', place: 'the file' }])
  }
})
