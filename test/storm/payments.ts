import { mkdir, rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { claimJobPage } from '../../src/activities/system/jobs/claim-job-page.ts'
import { runJobForTenant } from '../../src/activities/system/jobs/run-job-for-tenant.ts'
import { dayIn } from '../../src/domain/dates.ts'
import { dayFromNow } from '../factoring/ground.ts'
import { bgmax, camt, type Paid } from '../payments/files.ts'
import { workOffAll, type Caller } from './caller.ts'
import { creditable, type Step } from './claims.ts'

interface Found {
  id: string
  balance: string
  currency: string
  reference: string | null
}

/** What can be paid, mostly; the sums are of the moment, so that others may be ahead. */
async function payableOf(caller: Caller, n: number): Promise<Found | undefined> {
  const { at, tenant, clients } = caller.ground
  const rows = await at.owner(
    `select id_text(id) as id, (balance + fees_amount + interest_amount)::text as balance,
       base_currency as currency, payment_reference as reference
     from invoice where tenant_id = $1 and ${n % 7 === 0 ? 'true' : creditable}
       and ($2::uuid is null or client_id = $2) order by id`,
    [tenant.id, caller.boundTo === null ? null : clients[0]],
  )
  return rows[n % rows.length] as unknown as Found | undefined
}

async function one(
  caller: Caller,
  n: number,
  table: string,
  where: string,
): Promise<string | undefined> {
  const rows = await caller.ground.at.owner(
    `select id_text(id) as id from ${table} where tenant_id = $1 and ${where} order by id`,
    [caller.tenant.id],
  )
  return rows[n % rows.length]?.['id'] as string | undefined
}

/** On one of these, where there is one. */
export const on =
  (
    table: string,
    where: string,
    work: (caller: Caller, id: string, a: number, b: number) => Promise<unknown>,
  ): Step =>
  async (caller, a, b) => {
    const id = await one(caller, a, table, b % 13 === 0 ? 'true' : where)
    if (id !== undefined) await work(caller, id, a, b)
  }

const text = (minor: number, currency: string) =>
  currency === 'JPY' ? `${Math.max(minor, 1)}` : (Math.max(minor, 1) / 100).toFixed(2)

/** All of it, a part, nearly all, or too much. */
function amountOf({ balance, currency }: Found, b: number): string {
  const whole = Math.abs(Number(balance))
  return text([whole, Math.ceil(whole / 3), whole - 1, whole + 250, 100][b % 5]!, currency)
}

function paymentOf(caller: Caller, claim: Found, b: number) {
  const named = b % 3 > 0
  return {
    amount: amountOf(claim, b),
    currency: claim.currency,
    bookDate: dayFromNow(caller.ground.at, -(b % 4)),
    payerName: 'Somebody',
    payerAccount: 'SE4550000000058398257466',
    ...(named && { claims: [{ id: claim.id }] }),
    ...(!named && claim.reference !== null && { reference: claim.reference }),
    ...(b % 11 === 0 && { book: false }),
  }
}

const unbooked = `status in ('NEW', 'MATCHED', 'PARTLY_MATCHED', 'UNPLACED')`

const entered: Readonly<Record<string, Step>> = {
  pay: async (caller, a, b) => {
    const claim = await payableOf(caller, a)
    if (claim === undefined) return
    await caller.post('pay', '/payments', paymentOf(caller, claim, b))
  },
  /** Several of one claim and of another, in one booking. */
  payMany: async (caller, a, b) => {
    const [first, other] = [await payableOf(caller, a), await payableOf(caller, b)]
    if (first === undefined || other === undefined) return
    const payments = [
      paymentOf(caller, first, b + 1),
      paymentOf(caller, other, b),
      paymentOf(caller, first, b + 3),
    ]
    await caller.post('pay many', '/payments/multiple', { payments })
  },
  bookPayment: on('payment_transaction', unbooked, async (caller, id, _, b) => {
    const path = `/payments/${id}`
    if (b % 4 === 0) await caller.ask('delete payment', 'DELETE', path)
    else await caller.put('book payment', path, b % 3 === 0 ? { message: `M${b}` } : { book: true })
  }),
  payDirectly: async (caller, a, b) => {
    const claim = await payableOf(caller, a)
    if (claim === undefined) return
    const sent = b % 2 === 0 ? {} : { amount: amountOf(claim, b) }
    await caller.put('pay directly', `/invoices/${claim.id}/actions/direct-payment`, sent)
  },
  payInvoice: async (caller, a, b) => {
    const claim = await payableOf(caller, a)
    if (claim === undefined) return
    const path = `/invoices/${claim.id}/actions/payment`
    await caller.put('pay invoice', path, { amount: amountOf(claim, b) })
  },
  tie: on(
    'payment_transaction',
    `kind = 'REVERSAL' and reverses_id is null`,
    async (caller, id, a) => {
      const reversesId = await one(
        caller,
        a,
        'payment_transaction',
        `kind is distinct from 'REVERSAL'`,
      )
      if (reversesId !== undefined) await caller.put('tie', `/payments/${id}`, { reversesId })
    },
  ),
  revertLink: on('payment_link', `status = 'BOOKED'`, (caller, id) =>
    caller.put('revert link', `/payments/links/${id}/revert`, {}),
  ),
}

const open = `status in ('OPEN', 'PROPOSED')`

const unplaced: Readonly<Record<string, Step>> = {
  place: on('unplaced_payment', open, async (caller, id, _, b) => {
    const claim = await payableOf(caller, b)
    if (claim === undefined) return
    const amount = b % 2 === 0 ? {} : { amount: text(1 + (b % 300), claim.currency) }
    const claims = [{ id: claim.id, ...amount }]
    await caller.put('place', `/unplaced-payments/${id}/link`, { claims })
  }),
  placeOn: on('unplaced_payment', open, async (caller, id, a, b) => {
    const { at, tenant } = caller.ground
    const table = b % 2 === 0 ? 'settlement_account' : 'client_account'
    const rows = await at.owner(
      `select id_text(id) as id from ${table} where tenant_id = $1 order by id`,
      [tenant.id],
    )
    const account = rows[a % rows.length]?.['id']
    const claims = [{ id: account, ...(b % 3 === 0 && { amount: '1' }) }]
    if (account !== undefined)
      await caller.put('place on', `/unplaced-payments/${id}/link`, { claims })
  }),
  propose: on('unplaced_payment', open, async (caller, id, _, b) => {
    const claim = await payableOf(caller, b)
    if (claim === undefined) return
    const claims = [{ id: claim.id }]
    await caller.put('propose', `/unplaced-payments/client/${id}/link`, { claims })
  }),
  answerProposal: on('unplaced_payment', `status = 'PROPOSED'`, async (caller, id, _, b) => {
    const path = `/unplaced-payments/client/${id}`
    if (b % 3 === 0) await caller.put('deny', `${path}/link/deny`, { reason: 'No' })
    else if (b % 3 === 1) await caller.put('book proposal', `${path}/link/book`)
    else await caller.put('ignore', `${path}/ignore`)
  }),
  askBack: on('unplaced_payment', open, async (caller, id, _, b) => {
    const sent = { reason: 'Paid twice', ...(b % 3 === 0 && { amount: '1' }) }
    await caller.put('ask back', `/unplaced-payments/${id}/return`, sent)
  }),
  goBack: on('payment_return', `status <> 'CONFIRMED'`, async (caller, id, _, b) => {
    const path = `/payment-transactions-returns/${id}`
    if (b % 6 === 5) return caller.ask('call off return', 'DELETE', path)
    await caller.put('authorize return', `${path}/authorize`)
    await caller.put('return', `${path}/return`)
    const status = b % 3 === 0 ? 'REJECTED' : 'CONFIRMED'
    if (b % 2 === 0) await caller.put('bank on return', path, { status })
  }),
  refund: on('invoice', `balance < 0 and main_status = 'ACTIVATED'`, async (caller, id, _, b) => {
    const account = { kind: 'IBAN', number: 'SE4550000000058398257466', holderName: 'Somebody' }
    const path = `/invoices/${id}/actions/refund-credit-invoice`
    if (b % 3 > 0) await caller.put('refund', path, { account, ...(b % 2 && { amount: '1' }) })
    else
      await caller.put('bulk refund', '/invoices/actions/bulk-refund-credit-invoice', { ids: [id] })
    await workOffAll(caller)
  }),
}

let sent = 0

/** What a bank tells of some claims; now and then it takes one back that it told of. */
async function fileOf(caller: Caller, a: number, b: number): Promise<string | undefined> {
  const claims = [
    await payableOf(caller, a),
    await payableOf(caller, a + 1),
    await payableOf(caller, b),
  ]
  const paid = claims.flatMap((claim, n): Paid[] => {
    if (claim === undefined || claim.currency !== 'SEK') return []
    const reference = claim.reference === null ? {} : { reference: claim.reference }
    return [{ amount: amountOf(claim, b + n), ref: `B${++sent}`, name: 'Somebody', ...reference }]
  })
  if (paid.length === 0) return undefined
  const date = dayFromNow(caller.ground.at, 0)
  if (b % 4 === 3) return bgmax([{ date, payments: paid }])
  const back = { ...paid[0]!, ref: `B${sent}R`, isReversal: true, isOut: true }
  const entries = [...paid.map((each) => [each]), ...(b % 5 === 0 ? [[back]] : [])]
  return camt({ id: `S${++sent}`, date, entries, kind: b % 2 === 0 ? '053' : '054' })
}

/** The job of this moment, as its workflow does it. */
async function fetched({ ground: { at, tenant } }: Caller): Promise<void> {
  const job = 'payments.fetch'
  const now = new Date()
  const work = { runtime: at.runtime, now, workflowId: 'run-job/storm', job } as const
  const asOfDate = dayIn('Europe/Stockholm', now)
  await claimJobPage({ ...work, asOfDate, after: '', asked: { tenantId: tenant.id } })
  await runJobForTenant({ ...work, tenantId: tenant.id, asOfDate })
}

const files: Readonly<Record<string, Step>> = {
  file: async (caller, a, b) => {
    const file = await fileOf(caller, a, b)
    if (file === undefined) return
    const content = Buffer.from(file).toString('base64')
    const told = await caller.post('file', '/payment-files', { filename: 'bank.xml', content })
    if (told.status !== 201) return
    await caller.put('import', `/payment-files/${told.body.id}/import`)
    if (b % 3 > 0) await workOffAll(caller)
  },
  /** A bank leaves it, whole or cut off, and it is fetched; others fetch at the same time. */
  feed: async (caller, a, b) => {
    const { at, tenant } = caller.ground
    const file = await fileOf(caller, a, b)
    if (file === undefined) return
    const folder = join(at.banks, tenant.id, 'bank')
    await mkdir(folder, { recursive: true })
    const path = join(folder, `${b % 5}.txt`)
    const begun = join(folder, `.${++sent}`)
    await writeFile(begun, b % 7 === 0 ? file.slice(0, file.length / 2) : file)
    const written = new Date(Date.now() - 120_000)
    await utimes(begun, written, written)
    await rename(begun, path)
    await caller.post('feed', '/bank-feeds', { name: 'Bank', kind: 'FOLDER', folder: 'bank' })
    await fetched(caller)
    if (b % 3 > 0) await workOffAll(caller)
  },
  fileAgain: on('payment_file', 'true', async (caller, id, _, b) => {
    const path = `/payment-files/${id}`
    if (b % 3 === 0) await caller.ask('delete file', 'DELETE', path)
    else await caller.put('import again', `${path}/import`)
    await workOffAll(caller)
  }),
  batch: on('payment_batch', `status <> 'BOOKED'`, async (caller, id, _, b) => {
    const verb = ['match', 'bookkeep', 'bookkeep', 'abort'][b % 4]!
    await caller.put(`${verb} batch`, `/payment-batches/${id}/${verb}`)
    if (b % 3 > 0) await workOffAll(caller)
  }),
  /** Whether files are booked by themselves, what is settled first, and what is too little to ask for. */
  waysOfPayments: async (caller, a, b) => {
    const [key, value] = [
      ['payments.bookFiles', ['BY_HAND', 'AT_ONCE', 'WHEN_MATCHED'][a % 3]!],
      ['payments.allocationOrder', b % 2 === 0 ? 'CAPITAL_FIRST' : 'COSTS_FIRST'],
      ['payments.tolerance', b % 2 === 0 ? '0.50' : '0.00'],
    ][b % 3]!
    await caller.put('ways of payments', `/system-setting/${key}`, { value })
  },
}

export const paymentSteps: Readonly<Record<string, Step>> = { ...entered, ...unplaced, ...files }
