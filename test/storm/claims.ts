import { dayFromNow } from '../factoring/ground.ts'
import { activateAll, activateTogether, workOffAll, type Caller, type Claim } from './caller.ts'

export type Step = (caller: Caller, a: number, b: number) => Promise<unknown>

let made = 0

/** Few debtors: one identity that all clients share, one of each client, and one without any. */
const debtors = [
  { name: 'Shared AB', type: 'COMPANY', identificationNumber: '556677-8899' },
  { name: 'Own AB', type: 'COMPANY', identificationNumber: '559900-1236' },
  { name: 'Somebody', type: 'PERSON' },
] as const

const currencies = [
  ...Array.from({ length: 9 }, () => undefined),
  { invoiceCurrency: 'EUR', baseCurrency: 'SEK' },
  { invoiceCurrency: 'EUR', baseCurrency: 'EUR' },
  { invoiceCurrency: 'JPY', baseCurrency: 'JPY' },
] as const

function rowsOf(price: number, b: number) {
  if (b % 17 === 0) return [{ description: 'Nothing', quantity: '1', price: '0' }]
  return [
    { description: 'Planks', quantity: '1', price: `${price / 100}`, vatPercentage: 25 },
    { description: 'Food', quantity: '3', price: '0.33', vatPercentage: 12 },
    ...(b % 5 === 0
      ? [{ description: 'Off', type: 'DISCOUNT', quantity: '1', price: `-${price / 300}` }]
      : []),
  ].map((row) => ({ ...row, price: Number(row.price).toFixed(2) }))
}

const types = ['INVOICE', 'INVOICE', 'INVOICE', 'DEBIT_NOTE'] as const

async function create(
  caller: Caller,
  a: number,
  b: number,
  isCredit: boolean,
): Promise<string | undefined> {
  const { clients, at } = caller.ground
  // Most of it is the first client's.
  const { boundTo } = caller
  const clientId = boundTo ?? clients[a % 4 === 3 ? 1 : 0] ?? ''
  const customer = [0, 0, 0, 0, 1, 2][Math.floor(a / 4) % 6]!
  const currency = currencies[b % currencies.length]
  const today = dayFromNow(at, 0)
  const answer = await caller.post('create', '/invoices', {
    ...(boundTo === null && { clientId }),
    type: isCredit ? 'CREDIT_INVOICE' : types[b % types.length],
    invoiceNumber: `S-${++made}`,
    debtor: { customerNumber: `K-${customer}`, ...debtors[customer] },
    dates: {
      invoiceDate: today,
      expireDate: `${Number(today.slice(0, 4)) + (b % 7 === 0 ? 1 : 0)}-12-31`,
    },
    articleRows: rowsOf(isCredit && b % 3 === 0 ? b * 3 : 100 + b, b),
    ...(currency !== undefined && { currency }),
  })
  if (answer.status !== 201) return undefined
  const { id } = answer.body
  const base = currency?.baseCurrency ?? 'SEK'
  caller.ground.claims.push({ id, clientId, customer, isCredit, currency: base })
  return id
}

async function accept(caller: Caller, id: string, b: number): Promise<void> {
  const productCode = b % 9 === 0 ? 'INVOICE_FACTORING_SELL' : 'INVOICE_SERVICE'
  await caller.put('activate', `/invoices/${id}/activate`, { productCode })
}

export async function book(
  caller: Caller,
  a: number,
  b: number,
  isCredit: boolean,
): Promise<string | undefined> {
  const id = await create(caller, a, b, isCredit)
  if (id === undefined) return undefined
  await accept(caller, id, b)
  await (b % 3 === 0 ? activateTogether : activateAll)(caller)
  return id
}

type Work = (caller: Caller, claim: Claim, b: number) => Promise<unknown>

export const on =
  (where: string, work: Work): Step =>
  async (caller, a, b) => {
    const claim = await caller.likely(a, where)
    if (claim !== undefined) await work(caller, claim, b)
  }

const onAny = (work: Work) => on('true', work)
const linked = `exists (select from financial_event e where e.tenant_id = invoice.tenant_id
  and e.claim_id = invoice.id and e.type = 'CREDIT_LINK' and e.reversed_by_id is null)`

export const creditable = `type <> 'CREDIT_INVOICE' and balance > 0
  and main_status in ('ACTIVATED', 'DENIED_FINANCING')`
export const crediting = `type = 'CREDIT_INVOICE' and balance < 0 and main_status = 'ACTIVATED'`

async function wanted(caller: Caller, a: number, b: number) {
  const credit = await caller.likely(a, crediting, ({ isCredit }) => isCredit)
  if (credit === undefined) return undefined
  const { clientId, customer, currency } = credit
  const fits = (claim: Claim) =>
    !claim.isCredit &&
    (b % 11 === 0 ||
      (claim.clientId === clientId && claim.customer === customer && claim.currency === currency))
  const found = [
    await caller.likely(b, creditable, fits),
    await caller.likely(b + (b % 2), creditable, fits),
  ]
  const debits = [...new Set(found)].filter((one) => one !== undefined)
  const amount = b % 3 === 0 ? { amount: b % 2 === 0 ? '1.01' : '3' } : {}
  if (debits.length === 0) return undefined
  return { creditId: credit.id, debits: debits.map(({ id }) => ({ id, ...amount })) }
}

async function someEvent(
  caller: Caller,
  claim: Claim,
  b: number,
  of = (_: Record<string, string>) => true,
) {
  const events = (await caller.eventsOf(claim.id)).filter(of)
  return events[b % events.length]
}

const life: Readonly<Record<string, Step>> = {
  create: async (caller, a, b) => void (await create(caller, a, b, b % 4 === 0)),
  book: (caller, a, b) => book(caller, a, b, false),
  credit: (caller, a, b) => book(caller, a, b, true),
  activate: on(`main_status in ('CREATED', 'PENDING_AUTHORIZATION')`, (caller, { id }, b) =>
    accept(caller, id, b),
  ),
  work: (caller) => activateAll(caller),
  reset: on(`main_status in ('PENDING', 'PENDING_AUTHORIZATION', 'ACTIVATING')`, (caller, { id }) =>
    caller.put('reset', `/invoices/${id}/reset`),
  ),
  retry: on(`main_status in ('PENDING', 'ACTIVATING')`, (caller, { id }) =>
    caller.post('retry', `/invoices/${id}/retry-post-activate`),
  ),
  pause: onAny((caller, { id }, b) =>
    caller.put(
      'pause',
      `/invoices/${id}/actions/pause`,
      b % 2 === 0 ? { until: '2999-01-31' } : {},
    ),
  ),
  resume: on(`main_status in ('PAUSED', 'STOPPED')`, (caller, { id }) =>
    caller.put('resume', `/invoices/${id}/actions/resume`),
  ),
  stop: onAny((caller, { id }) => caller.put('stop', `/invoices/${id}/actions/stop`)),
  archive: on(`main_status = 'CLOSED'`, (caller, { id }) =>
    caller.put('archive', `/invoices/${id}/archive/add`),
  ),
  unarchive: on(`main_status = 'ARCHIVED'`, (caller, { id }) =>
    caller.put('unarchive', `/invoices/${id}/archive/remove`),
  ),
  balance: onAny(async (caller, { id }) => {
    const { body } = await caller.put('balance', `/invoices/${id}/calculate-balance`)
    if (body.drift === true) throw new Error(`a drift: ${JSON.stringify(body)}`)
  }),
  status: onAny((caller, { id }) => caller.put('status', `/invoices/${id}/calculate-status`)),
}

const changes: Readonly<Record<string, Step>> = {
  update: on(`main_status = 'CREATED'`, (caller, claim, b) => {
    const path = `/invoices/${claim.id}`
    if (b % 4 === 0) return caller.put('update', path, { references: { your: `R${b}` } })
    if (b % 4 === 1) return caller.put('update rows', path, { articleRows: rowsOf(200 + b, b + 1) })
    // Another debtor and the same currency: what links it is told by who it is in the end.
    const customer = b % 3
    if (b % 4 === 2) {
      return caller.put('update number', path, { invoiceNumber: `U-${b}` })
    }
    return caller
      .put('update debtor', path, {
        debtor: { customerNumber: `K-${customer}`, ...debtors[customer] },
      })
      .then(({ status }) => void (status === 200 && (claim.customer = customer)))
  }),
  row: onAny(async (caller, { id }, b) => {
    const { body } = await caller.tenant.api.get(`/invoices/${id}`)
    const row = body.articleRows?.[0] ?? body.articles?.[0]
    if (row === undefined) return
    const sent =
      b % 2 === 0 ? { accountNumber: ['3001', '3002', '3740'][b % 3] } : { price: '7.77' }
    await caller.put('row', `/articles/${row.id}`, sent)
  }),
  bulkActivate: async (caller, a, b) => {
    const ids = [caller.pick(a), caller.pick(a + 1), caller.pick(b)].flatMap((one) => one?.id ?? [])
    if (ids.length === 0) return
    const productCode = 'INVOICE_SERVICE'
    await caller.post('bulk activate', '/invoices/actions/bulk-activate', { ids, productCode })
    await workOffAll(caller)
  },
  bulkUpdate: async (caller, a, b) => {
    const ids = [caller.pick(a), caller.pick(b)].flatMap((one) => one?.id ?? [])
    if (ids.length === 0) return
    const sent = { ids, changes: { serviceProviderCode: `P${b % 3}` } }
    await caller.put('bulk update', '/invoices/actions/bulk-update', sent)
    await workOffAll(caller)
  },
}

const links: Readonly<Record<string, Step>> = {
  link: async (caller, a, b) => {
    const link = await wanted(caller, a, b)
    if (link !== undefined) await caller.put('link', '/invoices/link-multiple', link)
  },
  bulkLink: async (caller, a, b) => {
    const one = await wanted(caller, a, b)
    const other = await wanted(caller, a + 1, b + 1)
    if (one === undefined || other === undefined || one.creditId === other.creditId) return
    await caller.put('bulk link', '/invoices/link-multiple-bulk', { links: [one, other] })
    await workOffAll(caller)
  },
  unlink: on(linked, async (caller, claim, b) => {
    const isOpen = (event: Record<string, string>) => b % 7 === 0 || event['reversedById'] === null
    const link = await someEvent(
      caller,
      claim,
      b,
      (event) => event['type'] === 'CREDIT_LINK' && isOpen(event),
    )
    if (link === undefined) return
    await caller.put('unlink', `/invoices/events/financial/${link['id']}/unlink-credit`)
  }),
  reverse: onAny(async (caller, claim, b) => {
    const event = await someEvent(caller, claim, b)
    if (event === undefined) return
    const path = `/invoices/events/financial/${event['id']}/reverse`
    await caller.put(`reverse ${event['type']}`, path)
  }),
}

export const claimSteps: Readonly<Record<string, Step>> = { ...life, ...changes, ...links }
