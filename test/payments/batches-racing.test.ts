import { expect, test } from 'vitest'
import { workOffTask } from '../../src/activities/system/run-task.ts'
import { activated, financedClient } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { worldWithTenant } from '../support/world.ts'
import { camt, type Paid } from './files.ts'
import { bankOf } from './imported.ts'

// Batches are booked, aborted and taken anew beside people who enter, return and take off.
const { at, tenant } = await worldWithTenant()
const bank = bankOf(at, tenant)

const { api } = tenant
type Got = { status: number; body: Record<string, unknown> }

async function owed(clientId: string): Promise<{ id: string; reference: string }> {
  const id = await activated(at, tenant, clientId)
  const { body } = await api.get(`/invoices/${id}/payment-account`)
  return { id, reference: String(body.reference) }
}

/** A chunk of each task that waits; who comes second is told so, or does what is left. */
async function tasksWorkedOff(): Promise<void> {
  for (let n = 0; n < 60; n++) {
    const rows = await at.owner(
      `select id_text(id) as id from background_task
       where tenant_id = $1 and status in ('QUEUED', 'RUNNING') order by id`,
      [tenant.id],
    )
    if (rows.length === 0) return
    const work = { runtime: at.runtime, tenantId: tenant.id, workflowId: 'test' }
    await Promise.all(
      rows.map(({ id }) => workOffTask({ ...work, entityId: String(id), now: at.clock.now })),
    )
  }
  throw new Error('there is no end of tasks')
}

test('batches beside payments, returns and reverts on the same claims deadlock nowhere', async () => {
  await api.put('/system-setting/payments.bookFiles', { value: 'BY_HAND' })
  const clientId = await financedClient(tenant)
  const claims = [await owed(clientId), await owed(clientId), await owed(clientId)]
  const referenceAt = (n: number) => claims[n % 3]!.reference
  const fileOf = (name: string, count: number) =>
    bank.imported(
      camt({
        id: name,
        entries: Array.from({ length: count }, (_, n): Paid[] => [
          {
            amount: '100.00',
            ref: `${name}${n}`,
            ...(n % 4 !== 3 && { reference: referenceAt(n) }),
          },
        ]),
      }),
    )
  const [booked, second, aborted] = [
    await fileOf('A', 24),
    await fileOf('B', 24),
    await fileOf('C', 12),
  ]
  const batchOf = async ({ id }: { id?: unknown }) => (await bank.batchesOf(String(id)))[0]!.id
  const [one, two, three] = [await batchOf(booked), await batchOf(second), await batchOf(aborted)]
  const links: string[] = []
  const enter = async (n: number): Promise<Got> => {
    const [first, other] = [claims[n % 3]!, claims[(n + 1) % 3]!]
    const named = [first, other].map(({ id }) => ({ id, amount: '10.00' }))
    const answer = await api.post('/payments', { amount: '50.00', currency: 'SEK', claims: named })
    const { id } = answer.body
    const found = await api.post('/payments/links/search', { filters: { transactionId: id } })
    links.push(...found.body.data.map((link: { id: string }) => link.id))
    return answer
  }
  const giveBack = async (): Promise<Got> => {
    const { data } = (await api.post('/unplaced-payments/search', {})).body
    const open = data.find(({ status }: { status: string }) => status === 'OPEN')
    if (open === undefined) return { status: 200, body: {} }
    return api.put(`/unplaced-payments/${open.id}/return`, {
      toAccount: '5050-1055',
      override: true,
    })
  }
  const takeOff = async (): Promise<Got> => {
    const link = links.shift()
    return link === undefined
      ? { status: 200, body: {} }
      : api.put(`/payments/links/${link}/revert`, {})
  }
  for (const n of [0, 1, 2]) expect((await enter(n)).status).toBe(201)
  const answers: Got[] = []
  const asks: readonly (() => Promise<Got>)[] = [
    () => api.put(`/payment-batches/${one}/bookkeep`),
    () => api.put(`/payment-batches/${two}/bookkeep`),
    () => api.put(`/payment-batches/${three}/abort`),
  ]
  answers.push(...(await Promise.all(asks.map((ask) => ask()))))
  const caller = async (of: number) => {
    for (let n = 0; n < 4; n++) {
      const step = [() => enter(of + n), giveBack, takeOff][(of + n) % 3]!
      answers.push(await step())
    }
  }
  const callers = Array.from({ length: 7 }, (_, of) => caller(of))
  await Promise.all([tasksWorkedOff(), ...callers])
  const failed = answers.filter(({ status }) => status >= 500)
  expect(failed).toEqual([])
  const codes = answers.filter(({ status }) => status >= 400).map(({ body }) => body['code'])
  const fair = ['UNPLACED_MOVED_ON', 'CLAIM_NOT_PAYABLE', 'LINK_NOT_BOOKED', 'CONFLICT']
  expect(codes.filter((code) => !fair.includes(String(code)))).toEqual([])

  // What was aborted comes again by the same file, and is booked beside the others.
  await api.put(`/payment-files/${aborted.id}/import`)
  await Promise.all([tasksWorkedOff(), enter(0), enter(1)])
  const anew = (await bank.batchesOf(String(aborted.id))).find(({ id }) => id !== three)!
  expect((await api.put(`/payment-batches/${anew.id}/bookkeep`)).status).toBe(202)
  await Promise.all([tasksWorkedOff(), enter(2), takeOff(), giveBack()])
  const batches = await at.owner(
    `select status, count(*)::int as n, sum(booked_count)::int as booked from payment_batch
     where tenant_id = $1 group by 1 order by 1`,
    [tenant.id],
  )
  expect(batches).toEqual([
    { status: 'ABORTED', n: 1, booked: 0 },
    { status: 'BOOKED', n: 3, booked: 60 },
  ])
  expect(at.outOfOrder).toEqual([])
  expect(await driftsOf(at, tenant.id)).toEqual([])
}, 240_000)
