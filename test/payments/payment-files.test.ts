import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activated } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, world, type Answered, type TestTenant, type World } from '../support/world.ts'
import { bgmax, camt, type Paid } from './files.ts'
import { bankOf, counts } from './imported.ts'

let at: World
let tenant: TestTenant
let clientId: string
let bank: ReturnType<typeof bankOf>

beforeAll(async () => {
  at = await world()
})
beforeEach(async () => {
  tenant = await tenantIn(at)
  clientId = await clientIn(tenant)
  bank = bankOf(at, tenant)
})
afterAll(() => at.close())

const referenceOf = async (id: string) =>
  String((await tenant.api.get(`/invoices/${id}/payment-account`)).body.reference)
const owed = async () => {
  const id = await activated(at, tenant, clientId)
  return { id, reference: await referenceOf(id) }
}
const invoice = async (id: string) => (await tenant.api.get(`/invoices/${id}`)).body
const refusalOf = ({ status, body }: Answered) => [status, body.code, body.errors?.[0]?.pointer]
const entry = (more: Partial<Paid> = {}): Paid[] => [{ amount: '100.00', ref: 'B1', ...more }]

describe('a file of a bank', () => {
  test('is kept, read, taken and booked: each payment on its claim, the rest unplaced', async () => {
    const claim = await owed()
    const uploaded = await bank.upload(
      camt({
        opening: '1000.00',
        closing: '14200.00',
        entries: [
          [{ amount: '12500.00', reference: claim.reference, name: 'Bygg AB', ref: 'B1' }],
          [{ amount: '700.00', text: 'Thanks', ref: 'B2' }],
        ],
      }),
    )
    expect(uploaded.body).toMatchObject({ status: 'UPLOADED', format: null, entryCount: 0 })
    const id = String(uploaded.body.id)
    const asked = await tenant.api.put(`/payment-files/${id}/import`)
    expect([asked.status, asked.headers.get('location')]).toEqual([
      202,
      `/background-task/${asked.body.id}`,
    ])
    expect((await bank.read(id)).status).toBe('IMPORTING')
    const latest = await tenant.api.get('/payment-files/import/latest-task-id')
    expect(latest.body).toMatchObject({ taskId: asked.body.id, taskName: 'payments.importFile' })
    await bank.settled()
    expect(counts(await bank.read(id))).toEqual(['IMPORTED', 2, 0, 0])
    const [batch] = await bank.batchesOf(id)
    expect(batch).toMatchObject({
      status: 'BOOKED',
      count: 2,
      total: '13200.00',
      matchedCount: 2,
      bookedCount: 2,
      account: 'SE4550000000058398257466',
    })
    expect(await bank.paymentsOf(batch!.id)).toMatchObject([
      { source: 'FILE', status: 'BOOKED', linked: '12500.00', payerName: 'Bygg AB', clientId },
      { source: 'FILE', status: 'BOOKED', unplaced: '700.00', message: 'Thanks' },
    ])
    expect(await invoice(claim.id)).toMatchObject({ statuses: { main: 'CLOSED', ledger: 'PAID' } })
    const { data } = (await tenant.api.post('/payment-reconciliations/search', {})).body
    const compared = await tenant.api.put(`/payment-reconciliations/${data[0].id}/compare`)
    expect([compared.body]).toMatchObject([
      {
        status: 'MATCHED',
        opening: '1000.00',
        statementSum: '13200.00',
        closing: '14200.00',
        difference: '0.00',
      },
    ])
    const read = await tenant.api.get(`/payment-reconciliations/${data[0].id}`)
    expect(read.body.date).toBe('2026-11-20')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('comes as a form as well', async () => {
    const form = new FormData()
    form.set('file', new Blob([camt({ entries: [entry()] })]), 'form.xml')
    const answer = await tenant.api.send('POST', '/payment-files', { body: form })
    expect([answer.status, answer.body.filename]).toEqual([201, 'form.xml'])
  })
})

describe('an entry of a file', () => {
  test('counts once, as the file does of it, whatever other file it comes in', async () => {
    const entries = [entry(), entry({ ref: 'B2', amount: '50.00' })]
    const first = camt({ entries })
    const file = await bank.imported(first)
    const again = await bank.upload(first)
    expect(refusalOf(again)).toEqual([409, 'ALREADY_EXISTS', '/content'])
    expect((await tenant.api.put(`/payment-files/${file.id}/import`)).status).toBe(202)
    const twice = await tenant.api.put(`/payment-files/${file.id}/import`)
    expect(refusalOf(twice)[1]).toBe('TASK_RUNNING')
    const busy = await tenant.api.delete(`/payment-files/${file.id}`)
    expect(refusalOf(busy)[1]).toBe('PAYMENT_FILE_IMPORTING')
    await bank.settled()
    expect(counts(await bank.read(file.id))).toEqual(['IMPORTED', 2, 2, 0])
    const more = [...entries, entry({ ref: 'B3', amount: '25.00' })]
    const other = await bank.imported(camt({ kind: '054', version: '08', id: 'N1', entries: more }))
    expect(counts(other)).toEqual(['IMPORTED', 1, 2, 0])
    const stood = (inFile: string, n: number) =>
      expect.stringMatching(new RegExp(`^${inFile}\\[1\\]/Ntry\\[${n}\\]`))
    expect(other.duplicates).toMatchObject(
      [1, 2].map((n) => ({
        place: stood('Ntfctn', n),
        first: { paymentFileId: file.id, filename: 'bank.xml', place: stood('Stmt', n) },
      })),
    )
    expect((await bank.batchesOf(other.id)).map(({ total }) => total)).toEqual(['25.00'])
    expect((await standing()).unplaced).toBe('17500')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('gives a collective entry once, by its parts or as a whole', async () => {
    const parts: Paid[] = [
      { amount: '60.00', ref: 'P1' },
      { amount: '40.00', ref: 'P2' },
    ]
    const whole = camt({ entries: [[{ amount: '100.00', ref: 'C-P1' }]] })
    expect(counts(await bank.imported(camt({ kind: '054', entries: [parts] })))).toEqual([
      'IMPORTED',
      2,
      0,
      0,
    ])
    const collective = await bank.imported(whole)
    expect(counts(collective)).toEqual(['IMPORTED', 0, 1, 0])
    expect(collective.duplicates).toMatchObject([{ first: { filename: 'bank.xml' } }])
    expect((await standing()).unplaced).toBe('10000')
  })

  test('imported twice at once counts once, and so do its tasks', async () => {
    const entries = Array.from({ length: 40 }, (_, n) => entry({ ref: `R${n}` }))
    const ids = await Promise.all(
      [camt({ entries }), camt({ kind: '054', id: 'N', entries })].map(async (file) =>
        String((await bank.upload(file)).body.id),
      ),
    )
    const tasks = await Promise.all(
      ids.map(async (id) => String((await tenant.api.put(`/payment-files/${id}/import`)).body.id)),
    )
    await Promise.all([...tasks, ...tasks].map((task) => bank.workedOff(task)))
    await bank.settled()
    const files = await Promise.all(ids.map(bank.read))
    expect(files.map(({ entryCount }) => entryCount).toSorted()).toEqual([0, 40])
    const [row] = await at.owner(
      'select count(*)::int as count from payment_transaction where tenant_id = $1',
      [tenant.id],
    )
    expect(row?.['count']).toBe(40)
    expect((await standing()).unplaced).toBe('400000')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})

describe('a file with faults', () => {
  test('keeps what is good, names the rest, and waits for a person', async () => {
    const file = await bank.imported(
      camt({
        entries: [entry(), entry({ amount: '1.005', ref: 'B2' })],
        opening: '0.00',
        closing: '1.00',
      }),
    )
    expect(counts(file)).toEqual(['PARTIAL', 1, 0, 2])
    expect(file.findings).toMatchObject([
      { code: 'AMOUNT_INVALID', place: expect.stringMatching(/^Stmt\[1\]\/Ntry\[2\]/) },
      { code: 'BALANCE_DIFFERS' },
    ])
    const [batch] = await bank.batchesOf(file.id)
    expect(batch?.status).toBe('CREATED')
    const errands = await tenant.api.get('/errands/system?type=PAYMENT_MISMATCH')
    expect(errands.body.data).toMatchObject([{ subjectId: file.id }])
    const reconciled = (await tenant.api.post('/payment-reconciliations/search', {})).body.data
    expect(reconciled).toMatchObject([{ status: 'DIFF', difference: '-99.00' }])
    const again = await tenant.api.put(`/payment-files/${file.id}/import`)
    expect(again.status).toBe(202)
    await bank.settled()
    expect(counts(await bank.read(file.id))).toEqual(['PARTIAL', 1, 1, 2])
    const booking = await tenant.api.put(`/payment-batches/${batch?.id}/bookkeep`)
    expect(booking.status).toBe(202)
    await bank.settled()
    expect((await bank.batchesOf(file.id))[0]?.status).toBe('BOOKED')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('that is no file fails, and may be deleted and sent again', async () => {
    const bomb = '<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aaa">]><Document>&a;</Document>'
    const file = await bank.imported(bomb)
    expect(counts(file)).toEqual(['FAILED', 0, 0, 1])
    expect(file.findings[0]).toMatchObject({ code: 'UNREADABLE', place: 'the file' })
    expect((await tenant.api.delete(`/payment-files/${file.id}`)).status).toBe(204)
    expect((await bank.upload(bomb)).status).toBe(201)
    const pdf = await bank.upload('%PDF-1.4\n')
    expect(refusalOf(pdf)).toEqual([400, 'VALIDATION_FAILED', '/content'])
  })

  test('names a gap between what one statement ends with and the next begins with', async () => {
    const day = (date: string, opening: string, closing: string, ref: string) =>
      camt({ date, id: date, opening, closing, entries: [entry({ ref })] })
    await bank.imported(day('2026-11-18', '0.00', '100.00', 'D1'))
    expect(counts(await bank.imported(day('2026-11-19', '100.00', '200.00', 'D2')))[0]).toBe(
      'IMPORTED',
    )
    const gap = await bank.imported(day('2026-11-20', '250.00', '350.00', 'D3'))
    expect(gap.findings).toMatchObject([{ code: 'BALANCE_GAP' }])
  })
})

describe('a file of one tenant', () => {
  test('is nobody else’s: another may send the same', async () => {
    const other = await tenantIn(at)
    const file = camt({ entries: [entry()] })
    const mine = await bank.imported(file)
    const theirs = await bankOf(at, other).imported(file)
    expect([counts(mine), counts(theirs)]).toEqual([
      ['IMPORTED', 1, 0, 0],
      ['IMPORTED', 1, 0, 0],
    ])
    expect((await other.api.get(`/payment-files/${mine.id}`)).status).toBe(404)
    const client = await tenant.holding(['CreatePaymentFiles', 'ReadPaymentFile'], { clientId })
    expect((await client.get(`/payment-files/${mine.id}`)).status).toBe(404)
    expect(refusalOf(await bank.upload(`${file} `, 'b.xml', client))[1]).toBe('ACCESS_DENIED')
  })
})

describe('what a payment is for', () => {
  test('is said by several references with their parts', async () => {
    const [first, second] = [await owed(), await owed()]
    const file = await bank.imported(
      camt({
        entries: [
          entry({
            amount: '13000.00',
            parts: [
              [first.reference, '12500.00'],
              [second.reference, '500.00'],
            ],
          }),
        ],
      }),
    )
    const [batch] = await bank.batchesOf(file.id)
    const [payment] = await bank.paymentsOf(batch!.id)
    expect(payment).toMatchObject({ linked: '13000.00', split: [{ amount: '12500.00' }, {}] })
    expect((await invoice(second.id)).totals.balance).toBe('12000.00')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('is looked for without booking, where the tenant books by hand', async () => {
    await tenant.api.put('/system-setting/payments.bookFiles', { value: 'BY_HAND' })
    const claim = await owed()
    const file = await bank.imported(
      camt({ entries: [entry({ amount: '500.00', reference: claim.reference })] }),
    )
    const [batch] = await bank.batchesOf(file.id)
    expect(batch?.status).toBe('CREATED')
    expect((await tenant.api.put(`/payment-batches/${batch?.id}/match`)).status).toBe(202)
    await bank.settled()
    expect((await bank.batchesOf(file.id))[0]).toMatchObject({ status: 'MATCHED', bookedCount: 0 })
    expect(await bank.paymentsOf(batch!.id)).toMatchObject([
      { status: 'MATCHED', linked: '500.00' },
    ])
    expect((await invoice(claim.id)).totals.balance).toBe('12500.00')
    for (const name of ['match', 'bookkeep']) {
      const { status } = await tenant.api.get(`/payment-batches/${name}/latest-task-id`)
      expect([name, status]).toEqual([name, name === 'match' ? 200 : 404])
    }
    await tenant.api.put(`/payment-batches/${batch?.id}/bookkeep`)
    await bank.settled()
    expect((await invoice(claim.id)).totals.balance).toBe('12000.00')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})

describe('a batch', () => {
  test('is aborted while nothing of it is booked, and may then come again', async () => {
    await tenant.api.put('/system-setting/payments.bookFiles', { value: 'BY_HAND' })
    const claim = await owed()
    const entries = [entry({ reference: claim.reference }), entry({ ref: 'B2' })]
    const file = await bank.imported(camt({ entries }))
    const [batch] = await bank.batchesOf(file.id)
    expect(refusalOf(await tenant.api.delete(`/payment-files/${file.id}`))[1]).toBe(
      'PAYMENT_FILE_COUNTS',
    )
    await tenant.api.put(`/payment-batches/${batch?.id}/match`)
    await bank.settled()
    const aborted = await tenant.api.put(`/payment-batches/${batch?.id}/abort`)
    expect([aborted.status, aborted.body.status]).toEqual([200, 'ABORTED'])
    await bank.settled()
    expect(await bank.paymentsOf(batch!.id)).toMatchObject([
      { status: 'ABORTED', linked: '0.00' },
      { status: 'ABORTED' },
    ])
    for (const verb of ['abort', 'match', 'bookkeep']) {
      const refused = await tenant.api.put(`/payment-batches/${batch?.id}/${verb}`)
      expect(refusalOf(refused)[1]).toBe('PAYMENT_BATCH_BOOKED')
    }
    await tenant.api.put(`/payment-files/${file.id}/import`)
    await bank.settled()
    expect(counts(await bank.read(file.id))).toEqual(['IMPORTED', 4, 0, 0])
    expect((await bank.batchesOf(file.id)).map(({ status }) => status).toSorted()).toEqual([
      'ABORTED',
      'CREATED',
    ])
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('that is booked is not aborted', async () => {
    const file = await bank.imported(camt({ entries: [entry()] }))
    const [batch] = await bank.batchesOf(file.id)
    const refused = await tenant.api.put(`/payment-batches/${batch?.id}/abort`)
    expect(refusalOf(refused)[1]).toBe('PAYMENT_BATCH_BOOKED')
  })
})

describe('what the bank takes back', () => {
  test('is mirrored: off the claim, and out of the account', async () => {
    const claim = await owed()
    const paid = entry({ amount: '500.00', reference: claim.reference, endToEndId: 'E1' })
    await bank.imported(camt({ id: 'A', entries: [paid] }))
    expect((await invoice(claim.id)).totals.balance).toBe('12000.00')
    const back = entry({
      amount: '500.00',
      endToEndId: 'E1',
      ref: 'X9',
      isOut: true,
      isReturn: true,
    })
    const file = await bank.imported(camt({ id: 'B', entries: [back] }))
    const [batch] = await bank.batchesOf(file.id)
    expect(batch).toMatchObject({ total: '-500.00', status: 'BOOKED' })
    const [reversal] = await bank.paymentsOf(batch!.id)
    expect(reversal).toMatchObject({ kind: 'REVERSAL', status: 'BOOKED', returned: '500.00' })
    const original = (await tenant.api.get(`/payments/${reversal.reversesId}`)).body
    expect(original).toMatchObject({ linked: '0.00', unplaced: '0.00', returned: '500.00' })
    expect((await invoice(claim.id)).totals.balance).toBe('12500.00')
    expect((await standing()).bank).toBe('0')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('of a payment onto no claim leaves nothing unplaced, in the same file even', async () => {
    const file = await bank.imported(
      bgmax([
        {
          payments: [
            { amount: '100.00', reference: '777', ref: '1' },
            { amount: '100.00', reference: '777', ref: '2', isDeduction: true },
          ],
        },
      ]),
      'bg.txt',
    )
    expect(counts(file)).toEqual(['IMPORTED', 2, 0, 0])
    expect((await bank.batchesOf(file.id))[0]).toMatchObject({ total: '0.00', status: 'BOOKED' })
    expect(await standing()).toMatchObject({ unplaced: '0', bank: '0' })
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})

/** What stands in the accounts of unplaced money and of the bank, in minor units. */
async function standing() {
  const rows = await at.owner(
    `select a.role, coalesce(sum(p.amount), 0)::text as amount
     from bookkeeping_account a
     left join voucher_posting p on p.tenant_id = a.tenant_id and p.owner_id = a.owner_id
       and p.account_number = a.number
     where a.tenant_id = $1 and a.owner_type = 'TENANT' and a.role in ('UNALLOCATED', 'BANK')
     group by 1`,
    [tenant.id],
  )
  const of = (role: string) => rows.find((row) => row['role'] === role)?.['amount']
  return { bank: of('BANK'), unplaced: String(-Number(of('UNALLOCATED'))) }
}
