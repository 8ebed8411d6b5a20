import { afterAll, beforeAll, expect, test } from 'vitest'
import { armCrashPoint } from '../../src/ports/process/crash-point.ts'
import { apart, eventually, type Answer, type Installation } from './installation.ts'
import { isSent, isSentOnce, mailedNotices, noticesOf } from './notices.ts'
import { say } from './say.ts'
import { verified } from './snapshots.ts'
import {
  activate,
  clientBody,
  clientIdOf,
  debtorBody,
  expectActivatedOnce,
  invoiceAt,
  untilActivated,
  untilOutboxEmpty,
  utilisation,
} from './trade.ts'

// A process dies exactly there, another takes its place, and what it was about happens once.
let at: Installation
let clientId: string
let decided: string[]

const minute = 60_000

beforeAll(async () => {
  at = await apart()
  await at.ready()
  clientId = at.facts().clientId
  decided = []
  for (let n = 0; n < 8; n++) decided.push(await invoiceAt(at, clientId))
  for (const id of decided) await activate(at, id)
  await untilActivated(at, decided, minute)
  say('ready')
}, 3 * minute)
afterAll(() => at?.close())

/** What was begun at some crash point, of which the end is looked at when all points are through. */
const begun = { invoices: [] as string[], decisions: [] as string[], clients: [] as string[] }
const isThere = async (sql: string, ...values: unknown[]) => (await at.rows(sql, values)).length > 0
const statusOf = async (id: string) =>
  (await at.rows<{ is: string }>('select main_status as is from invoice where id = $1', [id]))[0]
    ?.is

async function newInvoice(): Promise<string> {
  const id = await invoiceAt(at, clientId)
  begun.invoices.push(id)
  return id
}

/** It has a workflow of its own: what moved a moment ago would be gathered with it. */
async function activateAlone(id: string): Promise<void> {
  await at.rows(`update invoice_activation set updated_at = now() - interval '1 minute'
    where status in ('WAITING', 'RUNNING')`)
  await activate(at, id)
}

function toDecide(): string {
  const id = decided.shift() as string
  begun.decisions.push(id)
  return id
}

const request = (id: string) => at.insist('PUT', `/factoring-decisions/${id}/factoring`, {})

async function activationOf(invoiceId: string): Promise<string> {
  const sql = 'select id from invoice_activation where invoice_id = $1'
  return (await at.rows<{ id: string }>(sql, [invoiceId]))[0]?.id ?? ''
}

/** The interface dies while it answers; the caller asks again, under the same key, until it is told. */
async function whileAnswering(
  crashAt: string,
  asking: () => Promise<Answer>,
  dead: () => Promise<void>,
): Promise<Answer> {
  await at.kill('api')
  const answer = asking()
  answer.catch(() => undefined)
  await at.doomed('api', crashAt)
  await dead()
  await at.start('api')
  return answer
}

test(
  '1: before the commit of the interface, nothing of it is there, and asked again it is',
  async () => {
    const invoice = await newInvoice()
    const activated = await whileAnswering(
      'before-commit@activateInvoice',
      () => activate(at, invoice),
      async () => expect(await statusOf(invoice)).toBe('CREATED'),
    )
    expect(activated.status).toBe(202)
    expect(activated.headers.get('idempotency-replayed')).toBe(null)

    const sold = toDecide()
    const requested = await whileAnswering(
      'before-commit@factoringDecision',
      () => request(sold),
      async () => {
        const any = 'select 1 from factoring_decision where invoice_id = $1'
        expect(await isThere(any, sold)).toBe(false)
      },
    )
    expect(requested.status).toBe(200)

    const body = clientBody()
    const client = await whileAnswering(
      'before-commit@onboardClient',
      () => at.insist('POST', '/clients', body),
      async () => expect(await clientIdOf(at, body)).toBe(undefined),
    )
    expect(client.status).toBe(201)
    begun.clients.push(String(client.body['id']))
    say('1 before the commit')
  },
  minute * 2,
)

test(
  '2: after the commit it is there, and asked again the same answer comes',
  async () => {
    const invoice = await newInvoice()
    const activated = await whileAnswering(
      'after-commit@activateInvoice',
      () => activate(at, invoice),
      async () => expect(await statusOf(invoice)).not.toBe('CREATED'),
    )
    expect(activated).toMatchObject({ status: 202, body: { statuses: { main: 'PENDING' } } })
    expect(activated.headers.get('idempotency-replayed')).toBe('true')

    const sold = toDecide()
    const requested = await whileAnswering(
      'after-commit@factoringDecision',
      () => request(sold),
      async () => {
        const any = 'select 1 from factoring_decision where invoice_id = $1'
        expect(await isThere(any, sold)).toBe(true)
      },
    )
    expect(requested.headers.get('idempotency-replayed')).toBe('true')

    const body = clientBody()
    const client = await whileAnswering(
      'after-commit@onboardClient',
      () => at.insist('POST', '/clients', body),
      async () => expect(await clientIdOf(at, body)).not.toBe(undefined),
    )
    expect(client.body['id']).toBe(await clientIdOf(at, body))
    expect(client.headers.get('idempotency-replayed')).toBe('true')
    begun.clients.push(String(client.body['id']))
    say('2 after the commit')
  },
  minute * 2,
)

const isStartSent = `select 1 from invoice_activation where invoice_id = $1 and starts_at is null`
const isTold = `select 1 from outbox where workflow_id like '%' || $1 || '%' and done_at is not null`

test(
  '3: sent to the engine and not marked so, it is sent again, and happens once',
  async () => {
    await at.kill('relay')
    const invoice = await newInvoice()
    await activateAlone(invoice)
    await at.doomed('relay', 'sent-to-engine@activateInvoice')
    expect(await isThere(isStartSent, invoice)).toBe(false)

    const sold = toDecide()
    const { id: decision } = (await request(sold)).body
    await at.doomed('relay', 'sent-to-engine@factoringDecision')
    expect(await isThere(isTold, decision)).toBe(false)

    const { id: client } = (await at.insist('POST', '/clients', clientBody())).body
    await at.doomed('relay', 'sent-to-engine@onboardClient')
    expect(await isThere(isTold, client)).toBe(false)
    begun.clients.push(String(client))

    const many = await Promise.all(Array.from({ length: 8 }, newInvoice))
    for (const id of many) await activate(at, id)
    await at.doomed('relay', 'sent-to-engine@activateBatch')
    expect(await isThere(isTold, many[0])).toBe(false)
    await at.start('relay')
    say('3 after the start of the workflow')
  },
  minute * 2,
)

test(
  '4 and 5: before an activity nothing is done, after it all is, and it runs again',
  async () => {
    await untilActivated(at, begun.invoices, minute)
    await at.kill('worker')
    for (const when of ['before-activity', 'after-activity'] as const) {
      const after = when === 'after-activity'
      const invoice = await newInvoice()
      await activateAlone(invoice)
      await at.doomed('worker', `${when}@beginActivation@${await activationOf(invoice)}`)
      expect(await statusOf(invoice)).toBe(after ? 'ACTIVATING' : 'PENDING')

      const sold = toDecide()
      const { id: decision } = (await request(sold)).body
      await at.doomed('worker', `${when}@collectDecision@${decision}`)
      const pending = `select 1 from factoring_decision where id = $1 and status = 'PENDING'`
      expect(await isThere(pending, decision)).toBe(!after)

      const { id: client } = (await at.insist('POST', '/clients', clientBody())).body
      begun.clients.push(String(client))
      await at.doomed('worker', `${when}@provideChartOfAccounts@${client}`)
      const chart = `select 1 from bookkeeping_account where owner_id = $1`
      expect(await isThere(chart, client)).toBe(after)
    }
    await at.start('worker')
    say('4 and 5 before and after an activity')
  },
  minute * 3,
)

test(
  '6: a document that was half written is written again, and is there once',
  async () => {
    await at.kill('worker')
    const invoice = await newInvoice()
    await activateAlone(invoice)
    await at.doomed('worker', 'file-half-written')
    expect(await isThere('select 1 from document where invoice_id = $1', invoice)).toBe(false)
    await at.start('worker')
    say('6 during the writing of a document')
  },
  minute,
)

const booked = `select 1 from financial_event where claim_id = $1 and type = $2`

test(
  '7: after the commit of a booking it is not booked again',
  async () => {
    await untilActivated(at, begun.invoices, minute)
    await at.kill('worker')
    const invoice = await newInvoice()
    await activateAlone(invoice)
    await at.doomed('worker', `after-activity@bookActivation@${await activationOf(invoice)}`)
    expect(await isThere(booked, invoice, 'INVOICE_BOOKED')).toBe(true)

    const sold = toDecide()
    const { id: decision } = (await request(sold)).body
    await at.doomed('worker', `after-activity@runDecisionEngine@${decision}`)
    expect(await isThere(booked, sold, 'FINANCED')).toBe(true)

    const { id: client } = (await at.insist('POST', '/clients', clientBody())).body
    begun.clients.push(String(client))
    await at.doomed('worker', `after-activity@finishOnboarding@${client}`)
    expect(await isThere(`select 1 from client where id = $1 and status = 'ACTIVE'`, client)).toBe(
      true,
    )

    // Many at once are booked in one transaction.
    await at.kill('relay')
    const many = await Promise.all(Array.from({ length: 8 }, newInvoice))
    for (const id of many) await activate(at, id)
    await at.start('relay')
    await at.doomed('worker', 'after-step@bookActivations')
    expect(await isThere(booked, many[0], 'INVOICE_BOOKED')).toBe(true)
    await at.start('worker')
    say('7 after the commit of a booking')
  },
  minute * 2,
)
const notices = () => noticesOf(at, begun.decisions)

test(
  '8: after a mail and before its record, it is mailed again under its name, and recorded once',
  async () => {
    await eventually('earlier notices', async () => (await notices()).every(isSent), minute)
    await at.kill('worker')
    const sold = toDecide()
    await request(sold)
    await at.doomed('worker', 'mailed')
    expect((await notices()).filter(({ status }) => status === 'QUEUED')).toHaveLength(1)
    await at.start('worker')
    await eventually('its notice', async () => (await notices()).every(isSent), minute)
    say('8 after the mail')
  },
  minute * 3,
)

test(
  'an operator’s decision is booked once, wherever the interface dies',
  async () => {
    // The same claim once more is for a person to look at.
    const twin = { articleRows: [{ description: 'Twin', quantity: '1', price: '77.00' }] }
    const debtor = debtorBody(100)
    const twins: string[] = []
    for (let n = 0; n < 3; n++) twins.push(await invoiceAt(at, clientId, { ...twin, debtor }))
    begun.invoices.push(...twins)
    for (const id of twins) await activate(at, id)
    await untilActivated(at, twins, minute)
    for (const [n, crashAt] of [undefined, 'before-commit', 'after-commit'].entries()) {
      const sold = twins[n] as string
      const { id } = (await request(sold)).body
      begun.decisions.push(sold)
      const path = `/factoring-decisions/invoice/${sold}`
      const standing = async () => (await at.call('GET', path)).body['status']
      if (crashAt === undefined) {
        await eventually('the engine', async () => (await standing()) === 'DECIDED')
        continue
      }
      await eventually('the engine', async () => (await standing()) === 'WAITING')
      const move = { status: 'DECIDED', financeDecision: 'APPROVED' }
      const moved = await whileAnswering(
        `${crashAt}@factoringDecision`,
        () => at.insist('PUT', `/factoring-decisions/${id}/move`, move),
        async () => {
          expect(await isThere(booked, sold, 'FINANCED')).toBe(crashAt === 'after-commit')
        },
      )
      expect(moved).toMatchObject({ status: 200, body: { financeDecision: 'APPROVED' } })
    }
    say('7 after the commit of an operator’s decision')
  },
  minute * 3,
)

test(
  'all that was begun is done, each once, and the books hold',
  async () => {
    await untilActivated(at, begun.invoices, 2 * minute)
    await expectActivatedOnce(at, begun.invoices)

    await eventually('all decisions', async () => (await decisions()).every(isDecided), 2 * minute)
    expect(await decisions()).toHaveLength(begun.decisions.length)
    for (const each of await decisions()) expect(each).toEqual(financedOnce)
    expect(await utilisation(at)).toEqual([])

    await eventually('all clients', async () => (await clients()).every(isActive), 2 * minute)
    for (const each of await clients()) expect(each).toEqual(takenOnOnce)

    await untilOutboxEmpty(at)
    await eventually('all notices', async () => (await notices()).every(isSentOnce), minute)
    expect(mailedNotices(at)).toEqual((await notices()).map(({ id }) => `${id}.eml`).toSorted())
    // That nobody has published a reference rate is so whatever dies.
    const ours = `subject_type not in ('Client', 'BaseInterestRate')`
    expect(await at.rows(`select title from system_errand where ${ours}`)).toEqual([])
    expect(await verified(at)).toEqual([])
    await at.ready()
    say('all done once')
  },
  minute * 5,
)

const financedOnce = {
  status: 'DECIDED',
  decision: 'APPROVED',
  product: 'INVOICE_FACTORING_SELL',
  decisions: 1,
  financed: 1,
  books: true,
  told: 1,
  notices: 1,
}
const isDecided = ({ status }: { status: string }) => status === 'DECIDED'
const decisions = () =>
  at.rows<typeof financedOnce>(
    `select d.status, d.finance_decision as decision, i.product_code as product,
      (select count(*)::int from factoring_decision o where o.tenant_id = i.tenant_id
        and o.invoice_id = i.id) as decisions,
      (select count(*)::int from financial_event e where e.tenant_id = i.tenant_id
        and e.claim_id = i.id and e.type = 'FINANCED') as financed,
      (select count(*) = count(distinct v.owner_id) and count(*) > 0 from voucher v
        where v.tenant_id = i.tenant_id and v.source_id = id_text(d.id)) as books,
      (select count(*)::int from event e where e.tenant_id = i.tenant_id and e.name = 'approved'
        and e.subject_id = id_text(d.id)) as told,
      (select count(*)::int from document n where n.tenant_id = i.tenant_id
        and n.invoice_id = i.id and n.type = 'NOTICE_OF_ASSIGNMENT') as notices
     from factoring_decision d join invoice i on i.tenant_id = d.tenant_id and i.id = d.invoice_id
     where d.invoice_id = any($1)`,
    [begun.decisions],
  )

const takenOnOnce = { status: 'ACTIVE', clients: 1, steps: 8, told: 1 }
const isActive = ({ status }: { status: string }) => status === 'ACTIVE'
const clients = () =>
  at.rows<typeof takenOnOnce>(
    `select c.status,
      (select count(*)::int from client o where o.tenant_id = c.tenant_id
        and o.identification_number = c.identification_number) as clients,
      (select count(*)::int from onboarding_step s where s.tenant_id = c.tenant_id
        and s.client_id = c.id and s.status = 'DONE') as steps,
      (select count(*)::int from event e where e.tenant_id = c.tenant_id
        and e.subject_id = id_text(c.id) and e.type = 'CLIENT' and e.name = 'activated') as told
     from client c where c.id = any($1)`,
    [begun.clients],
  )
test('a crash point is refused outside of tests, and so is one that is not known', () => {
  expect(() => armCrashPoint('before-commit', 'production')).toThrow(/only with NODE_ENV=test/)
  expect(() => armCrashPoint('before-commit', '')).toThrow(/only with NODE_ENV=test/)
  expect(() => armCrashPoint('somewhere', 'test')).toThrow(/begins with one of/)
})
