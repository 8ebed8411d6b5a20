import { expect, test } from 'vitest'
import { workOffTask } from '../../src/activities/system/run-task.ts'
import { startTask } from '../../src/activities/system/start-task.ts'
import { platform } from '../../src/domain/access/principal.ts'
import { faultsIn, Refusal } from '../../src/domain/refusal.ts'
import { taskNames, type TaskName } from '../../src/domain/tasks.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import { inUnit } from '../../src/kernel/write/in-unit.ts'
import { decisionsToMove } from './decisions-to-move.ts'
import { ofThemselves } from './of-themselves.ts'
import { chargesTried } from './charges-to-bill.ts'
import { refundsTried } from './credits-to-refund.ts'
import { paymentsTried } from './payments-of-file.ts'
import { listsTried } from './lists-to-change.ts'
import { templatesTried } from './templates-to-push.ts'
import { driftsOf } from '../support/books.ts'
import { differencesOf, leftIn, type Left } from '../support/left.ts'
import { swedishNumber } from '../support/swedish-number.ts'
import { activatedInvoice, clientIn, createdInvoice } from '../support/trade.ts'
import { tenantIn, worldWithTenant, type TestTenant } from '../support/world.ts'
import type { Asked, Tried } from './tried.ts'

const { at } = await worldWithTenant()

const row = { description: 'Planks', quantity: '10', price: '100.00', vatPercentage: 25 }
const euro = { currency: { invoiceCurrency: 'EUR' } }
const absent = newId('Invoice')
const service = { productCode: 'INVOICE_SERVICE' }

function clientOf(tenant: TestTenant, n: number): Promise<string> {
  const identificationNumber = swedishNumber(552_500_000 + n)
  return clientIn(tenant, { name: `Client ${n} AB`, identificationNumber })
}

/** Invoices that are called the same in every tenant. */
function maker(tenant: TestTenant) {
  let n = 0
  const facts = (more: object) => ({ invoiceNumber: `S-${++n}`, articleRows: [row], ...more })
  return {
    created: (clientId: string, more = {}) => createdInvoice(tenant, clientId, facts(more)),
    booked: (clientId: string, more = {}) => activatedInvoice(tenant, clientId, facts(more)),
  }
}

async function lockBooks(tenant: TestTenant, clientId: string): Promise<void> {
  await at.owner(
    `insert into locked_period (tenant_id, owner_type, owner_id, client_id, locked_until, version,
       created_at, updated_at) values ($1, 'CLIENT', $2, $2, '2999-12-31', 1, now(), now())`,
    [tenant.id, clientId],
  )
}

async function rowsOf(invoiceIds: readonly string[]): Promise<string[]> {
  const rows = await at.owner(
    'select id, invoice_id from article where invoice_id = any($1) order by row_no',
    [invoiceIds],
  )
  const ofInvoice = Map.groupBy(rows, (each) => String(each['invoice_id']))
  return invoiceIds.flatMap((id) => (ofInvoice.get(id) ?? []).map((each) => String(each['id'])))
}

async function invoicesToChange(tenant: TestTenant) {
  const [plain, locked] = [await clientOf(tenant, 1), await clientOf(tenant, 2)]
  const article = { clientId: plain, articleNumber: 'C-1', description: 'Hours', price: '7.50' }
  const registered = await tenant.api.post('/clients/articles', article)
  expect(registered.status).toBe(201)
  const { created, booked } = maker(tenant)
  const ids = [
    await created(plain, { articleRows: [row, { ...row, vatPercentage: 12 }, row] }),
    await created(plain, euro),
    await created(locked, { type: 'CREDIT_INVOICE' }),
    await booked(plain, { articleRows: [row, row] }),
    await booked(plain, { type: 'CREDIT_INVOICE' }),
    await booked(locked),
    await created(plain),
  ]
  expect((await tenant.api.put(`/invoices/${ids.at(-1)}/activate`, service)).status).toBe(202)
  await lockBooks(tenant, locked)
  return ids
}

/** Claims of two clients on one company, which is bankrupt: open, paused and not booked. */
async function bankruptIn(tenant: TestTenant) {
  const { booked, created } = maker(tenant)
  const [one, other] = [await clientOf(tenant, 1), await clientOf(tenant, 2)]
  const ids = [await booked(one), await booked(one), await booked(other), await created(one)]
  expect((await tenant.api.put(`/invoices/${ids[1]}/actions/pause`, {})).status).toBe(200)
  const [debtor] = await at.owner(
    `update system_debtor set status = 'BANKRUPT', bankruptcy_date = '2026-11-01',
       last_claim_date = '2027-01-31' where tenant_id = $1 returning id`,
    [tenant.id],
  )
  const debtors = await at.owner('select id from debtor where tenant_id = $1 order by id', [
    tenant.id,
  ])
  const debtorIds = debtors.map(({ id }) => String(id))
  return { systemDebtorId: String(debtor?.['id']), debtorIds, ids }
}

const tried: Record<TaskName, Tried | null> = {
  ...listsTried(clientOf),
  ...ofThemselves,
  ...templatesTried(at, clientOf),
  ...chargesTried(clientOf),
  ...refundsTried(clientOf),
  ...paymentsTried(at, async (tenant) => {
    const { booked } = maker(tenant)
    const clientId = await clientOf(tenant, 1)
    return [await booked(clientId), await booked(clientId)]
  }),
  'invoices.bulkUpdate': {
    async tasks(tenant) {
      const ids = [...(await invoicesToChange(tenant)), absent]
      const asked = (changes: object, refused: number) => ({ ids, input: { changes }, refused })
      return [
        asked({ serviceProviderCode: 'INTERNAL' }, 2),
        asked({ serviceProviderCode: null, references: { order: '7' } }, 2),
        asked({ dates: { invoiceDate: '2026-10-20', expireDate: '2026-11-22' } }, 5),
        asked({ dates: { expireDate: '2026-10-01' } }, 8),
        asked({ articleRowsGenerate: true, dates: { deliveryDate: '2026-11-01' } }, 5),
      ]
    },
  },
  'articles.bulkUpdate': {
    async tasks(tenant) {
      const ids = [...(await rowsOf(await invoicesToChange(tenant))), newId('Article')]
      const asked = (changes: object, refused: number) => ({ ids, input: { changes }, refused })
      return [
        asked({ labels: ['north', 'south'] }, 2),
        asked({ costCentre: 'NORTH', project: 'P' }, 3),
        asked({ accountNumber: '1510' }, 11),
        asked({ accountNumber: '8313' }, 3),
        asked({ accountNumber: '3999' }, 6),
        asked({ price: '12.34', quantity: '3', colour: 'red' }, 6),
        asked({ articleNumber: 'C-1' }, 6),
        asked({ vatPercentage: 24 }, 11),
      ]
    },
  },
  'invoices.bulkActivate': {
    async tasks(tenant) {
      const [plain, unpaid] = [await clientOf(tenant, 1), await clientOf(tenant, 2)]
      const { created } = maker(tenant)
      const ids = [
        await created(plain),
        await created(plain, { articleRows: [] }),
        await created(plain, euro),
        await created(unpaid),
        absent,
      ]
      await at.owner(
        `update client_setting set value = value || '{"paymentAccount": null}'
         where client_id = $1 and kind = 'INVOICE'`,
        [unpaid],
      )
      return [
        { ids, input: service, refused: 3 },
        { ids, input: service, refused: 5 },
      ]
    },
    // One process does the work of all that are accepted together.
    without: (left) => ({
      ...left,
      outbox: [],
      changelog: left['changelog']!.map((text) =>
        text.replace('"kept":{"batchId":"#"}', '"kept":null'),
      ),
    }),
  },
  'invoices.linkMultiple': {
    async tasks(tenant) {
      const [plain, locked] = [await clientOf(tenant, 1), await clientOf(tenant, 2)]
      const { booked } = maker(tenant)
      const note = { type: 'CREDIT_INVOICE' }
      const early = { dates: { invoiceDate: '2026-10-20', expireDate: '2026-12-02' }, ...euro }
      const debits = [await booked(plain), await booked(plain), await booked(plain, early)]
      const [first = '', second = '', foreign = ''] = debits
      const notes = [
        await booked(plain, note),
        await booked(plain, { ...note, articleRows: [{ ...row, quantity: '4' }] }),
        await booked(plain, { ...note, ...euro, articleRows: [{ ...row, quantity: '4' }] }),
        await booked(plain, note),
        await booked(locked, note),
      ]
      const wanted = [
        [
          { id: first, amount: '300.00' },
          { id: second, amount: '100.00' },
        ],
        [{ id: first }],
        [{ id: foreign }],
        [{ id: absent }],
        [{ id: second }],
      ]
      await lockBooks(tenant, locked)
      const input = { debits: Object.fromEntries(notes.map((id, n) => [id, wanted[n]])) }
      return [{ ids: notes, input, refused: 2 }]
    },
  },
  'debtors.bankruptcy': {
    async tasks(tenant) {
      const { systemDebtorId, debtorIds } = await bankruptIn(tenant)
      return [{ ids: [...debtorIds, newId('Debtor')], input: { systemDebtorId }, refused: 1 }]
    },
  },
  'invoices.bankruptcy': {
    async tasks(tenant) {
      const { systemDebtorId, ids } = await bankruptIn(tenant)
      return [{ ids: [...ids, absent], input: { systemDebtorId }, refused: 1 }]
    },
  },
  'clientProduct.apply': {
    async tasks(tenant) {
      const clientId = await clientOf(tenant, 1)
      const { booked } = maker(tenant)
      const ids = [await booked(clientId), await booked(clientId), await booked(clientId)]
      await at.owner(
        `update invoice set product_code = 'INVOICE_FACTORING_SELL', financing_status = 'FINANCED'
         where id = any($1)`,
        [ids.slice(1)],
      )
      const [product] = await at.owner(
        `update client_product set recourse = true, recourse_days = 20
         where client_id = $1 and product_code = 'INVOICE_FACTORING_SELL' returning id`,
        [clientId],
      )
      return [{ ids: [...ids, absent], input: { productId: product?.['id'] }, refused: 1 }]
    },
  },
  'factoring.bulkDecision': {
    async tasks(tenant) {
      const ids = [...(await decisionsToMove(at, tenant, clientOf)), newId('FactoringDecision')]
      const asked = (input: object, refused: number) => ({ ids, input: { ...input }, refused })
      const left = ids.slice(4)
      return [
        asked({ status: 'REFINANCE', financeDecision: 'REFINANCE', comment: 'Ask them' }, 4),
        asked({ status: 'WAITING', reasonCodes: ['NONE'] }, 9),
        { ...asked({ status: 'WAITING' }, 1), ids: left },
        asked({ status: 'DECIDED', financeDecision: 'APPROVED', comment: 'Known' }, 4),
        asked({ status: 'DECIDED', financeDecision: 'DENIED', subStatusId: 77 }, 9),
        asked({ status: 'DECIDED', financeDecision: 'DENIED' }, 6),
      ]
    },
    // What is booked together changes the account of a client once.
    without: (left) => {
      const isOther = (text: string) => !text.includes('"ClientAccount"')
      const [changelog, event] = [left['changelog']!, left['event']!]
      return { ...left, changelog: changelog.filter(isOther), event: event.filter(isOther) }
    },
  },
}

interface Ran {
  refusals: string[]
}

async function oneByOne(tenant: TestTenant, name: TaskName, { ids, input }: Asked): Promise<Ran> {
  const refusals: string[] = []
  const { each } = at.runtime.registered.tasks[name]
  const origin = { now: at.clock.now, workflowId: 'test' }
  for (const [n, id] of ids.entries()) {
    try {
      await inUnit(at.runtime, platform(tenant.id, 'test'), origin, (unit) => each(unit, id, input))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refusals.push(`${n + 1} ${error.code} ${faultsIn(error)}`)
    }
  }
  return { refusals }
}

async function together(tenant: TestTenant, taskName: TaskName, asked: Asked): Promise<Ran> {
  const { ids, input } = asked
  const { id: entityId } = await tenant.work((unit) => startTask(unit, { taskName, ids, input }))
  const { runtime, clock } = at
  const task = { runtime, tenantId: tenant.id, entityId, now: clock.now, workflowId: 'test' }
  expect((await workOffTask(task)).open).toBe(false)
  const rows = await at.owner(
    `select position || ' ' || code || ' ' || message as refusal from background_task_item
     where task_id = $1 and status = 'FAILED' order by position`,
    [entityId],
  )
  return { refusals: rows.map(({ refusal }) => String(refusal)) }
}

const named = Object.entries(tried) as [TaskName, Tried | null][]

/** One verb in both forms: one is a set of one; or what is alike is gathered, each as alone. */
const ofSets: ReadonlySet<TaskName> = new Set([
  'payments.answerPayouts',
  'payouts.bookkeep',
  'payouts.generate',
])

test('every verb over many is tried in both its forms, or has one', () => {
  const having = taskNames.filter(
    (name) => at.runtime.registered.tasks[name].together !== undefined && !ofSets.has(name),
  )
  const known = named.filter(([, each]) => each !== null).map(([name]) => name)
  expect(having.toSorted()).toEqual(known.toSorted())
})

/** Two changes of a row in one unit are both told with the version after the last. */
const omitted = {
  changelog: ['row_version'],
  event: ['version'],
  invoice_activation: ['batch_id', 'starts_at'],
  client_account: ['version'],
  payment_batch: ['version'],
  // Written a while after each call.
  token: ['last_used_at'],
}

const ofTask = /BackgroundTask|BACKGROUND_TASK|runTask/

/** Without the task itself, which only one of both has. */
function withoutTask(left: Left): Left {
  const { background_task: _, background_task_item: __, ...rest } = left
  for (const table of ['changelog', 'event', 'outbox']) {
    rest[table] = (rest[table] ?? []).filter((text) => !ofTask.test(text))
  }
  return rest
}

test.each(named.flatMap(([name, each]) => (each === null ? [] : [[name, each] as const])))(
  '%s leaves of many what it leaves of each',
  async (name, { tasks, without = (left) => left }) => {
    const [lone, all] = [await tenantIn(at), await tenantIn(at)]
    const [ofLone, ofAll] = [await tasks(lone), await tasks(all)]
    for (const [n, asked] of ofLone.entries()) {
      const one = await oneByOne(lone, name, asked)
      const many = await together(all, name, ofAll[n]!)
      expect(many).toEqual(one)
      expect([n, one.refusals]).toEqual([n, expect.objectContaining({ length: asked.refused })])
    }
    // What rows say by themselves comes first, since one that differs renames all around it.
    for (const depth of [0, 5]) {
      const [one, set] = [
        without(withoutTask(await leftIn(at, lone.id, omitted, depth))),
        without(withoutTask(await leftIn(at, all.id, omitted, depth))),
      ]
      expect(differencesOf(one, set)).toEqual([])
    }
    for (const { id } of [lone, all]) {
      if (name !== 'clientProduct.apply') expect(await driftsOf(at, id)).toEqual([])
    }
  },
  120_000,
)

test('many cost as many statements as some', async () => {
  const tenant = await tenantIn(at)
  const clientId = await clientOf(tenant, 1)
  const { created } = maker(tenant)
  const [some, many]: string[][] = [[], []]
  for (let n = 0; n < 40; n++) (n < 8 ? some : many)!.push(await created(clientId))
  const cost = async (taskName: TaskName, ids: readonly string[], input: object) => {
    const before = at.sent()
    await together(tenant, taskName, { ids, input: { ...input }, refused: 0 })
    return at.sent() - before
  }
  const dates = { expireDate: '2026-12-24' }
  for (const [name, input, of] of [
    ['invoices.bulkUpdate', { changes: { dates } }, [some, many]],
    [
      'articles.bulkUpdate',
      { changes: { price: '9.95' } },
      [await rowsOf(some!), await rowsOf(many!)],
    ],
    ['invoices.bulkActivate', service, [some, many]],
  ] as const) {
    const [ofSome, ofMany] = [await cost(name, of[0]!, input), await cost(name, of[1]!, input)]
    // What others send meanwhile is little; a statement for each of two dozen more is not.
    expect(ofMany - ofSome, name).toBeLessThan(many!.length - some!.length - 12)
  }
})

test('what only one of many fails for is done without it, and it alone is told', async () => {
  const tenant = await tenantIn(at)
  const clientId = await clientOf(tenant, 1)
  const { created } = maker(tenant)
  const ids: string[] = []
  for (let n = 0; n < 9; n++) ids.push(await created(clientId))
  await at.owner(`create function break_one() returns trigger language plpgsql as
    $$ begin raise exception 'broken'; end $$`)
  await at.owner(`create trigger break_one before update on invoice for each row
    when (new.invoice_number = 'S-6') execute function break_one()`)
  const input = { changes: { serviceProviderCode: 'INTERNAL' } }
  const { refusals } = await together(tenant, 'invoices.bulkUpdate', { ids, input, refused: 1 })
  await at.owner('drop trigger break_one on invoice')
  expect(refusals).toEqual(['6 INTERNAL Something went wrong on our side'])
  const changed = await at.owner(
    `select invoice_number as n from invoice
     where id = any($1) and service_provider_code is not null order by 1`,
    [ids],
  )
  expect(changed.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 7, 8, 9].map((n) => `S-${n}`))
})
