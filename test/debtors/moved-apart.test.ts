import { expect, test } from 'vitest'
import { rightNames } from '../../src/policy/rights.ts'
import { newDebtor } from '../factoring/ground.ts'
import { createdInvoice } from '../support/trade.ts'
import { served } from '../support/served.ts'
import type { Api, Answered } from '../support/world.ts'
import { subscribed } from '../webhooks/deliveries.ts'
import { movingDebtors } from './moving.ts'

const { at, tenant, from, to, move, debtorOf } = await movingDebtors()

const boundTo = (clientId: string) => tenant.holding([...rightNames], { clientId })
const made = ({ status, body }: Answered): string => {
  expect([status, body.errors]).toEqual([201, undefined])
  return body.id
}

/** A debtor with all that somebody may add to it and to its invoice. */
async function addedBy(api: Api, labelId: string) {
  const invoiceId = await createdInvoice(tenant, from, { debtor: newDebtor() })
  const debtorId = await debtorOf(invoiceId)
  const guarantor = { name: 'Astrid Berg', type: 'PERSON', identificationNumber: '811218-9876' }
  const on = { targetType: 'DEBTOR', targetId: debtorId }
  return {
    invoiceId,
    debtorId,
    label: made(await api.post(`/debtors/${debtorId}/labels`, { labelId })),
    toDo: made(await api.post('/debtor/todo', { title: 'Call', targetId: debtorId })),
    contact: made(await api.post('/contacts', { debtorId, name: 'Astrid Berg' })),
    guarantor: made(await api.post(`/invoices/${invoiceId}/guarantors`, guarantor)),
    notes: [
      made(await api.post('/notes', { ...on, text: 'To the client', visibility: 'CLIENT' })),
      made(await api.post('/notes', { ...on, text: 'To the debtor', visibility: 'DEBTOR' })),
    ],
  }
}
type Added = Awaited<ReturnType<typeof addedBy>>

const endings = (
  api: Api,
  { invoiceId, label, toDo, contact, guarantor }: Added,
  debtorId: string,
) => [
  () => api.put(`/debtor/todo/${debtorId}/${toDo}`, { title: 'Do not call' }),
  () => api.put('/debtor/todo/resolve-multiple', { ids: [toDo] }),
  () => api.delete(`/debtors/${debtorId}/labels/${label}`),
  () => api.put(`/invoices/${invoiceId}/guarantors/${guarantor}`, { status: 'RELEASED' }),
  () => api.delete(`/contacts/${contact}`),
]

const labelled = async () =>
  made(await tenant.api.post('/labels', { name: `Watched ${at.clock.now.getTime()}${++words}` }))
let words = 0

test('a client ends what its people added, and nothing of the tenant’s', async () => {
  const own = await boundTo(from)
  const theirs = await addedBy(own, await labelled())
  for (const end of endings(own, theirs, theirs.debtorId))
    expect((await end()).status).toBeLessThan(300)
  const ours = await addedBy(tenant.api, await labelled())
  for (const end of endings(own, ours, ours.debtorId)) {
    expect(await end()).toMatchObject({ status: 403, body: { code: 'ACCESS_DENIED' } })
  }
  const guarantors = await own.get(`/invoices/${ours.invoiceId}/guarantors`)
  expect(guarantors.body.data).toMatchObject([{ status: 'ACTIVE' }])
  for (const end of endings(tenant.api, ours, ours.debtorId)) {
    expect((await end()).status).toBeLessThan(300)
  }
})

test('what was added for a client follows the debtor to the next, who ends it; the tenant’s stays the tenant’s', async () => {
  const [former, next] = [await boundTo(from), await boundTo(to)]
  const theirs = await addedBy(former, await labelled())
  const moved = (await move(theirs.debtorId, { clientId: to })).body.id
  for (const end of endings(former, theirs, moved)) expect((await end()).status).toBe(404)
  for (const end of endings(next, theirs, moved)) expect((await end()).status).toBeLessThan(300)
  const ours = await addedBy(tenant.api, await labelled())
  const other = (await move(ours.debtorId, { clientId: to })).body.id
  for (const end of endings(next, ours, other)) expect((await end()).status).toBe(403)
})

test('what was said to one client, or to the debtor as its own, is said to no other', async () => {
  const next = await boundTo(to)
  const { debtorId, notes } = await addedBy(tenant.api, await labelled())
  const { id } = (await move(debtorId, { clientId: to })).body
  expect((await next.get(`/debtors/${id}/notes`)).body.data).toEqual([])
  for (const note of notes) expect((await next.get(`/notes/${note}`)).status).toBe(404)
  const { data } = (await tenant.api.get(`/debtors/${id}/notes`)).body
  expect(data.map((note: { visibility: string }) => note.visibility)).toEqual([
    'INTERNAL',
    'INTERNAL',
  ])
})

test('a client that merges two of its debtors keeps all that hangs on them', async () => {
  const own = await boundTo(from)
  const { debtorId, notes, label } = await addedBy(tenant.api, await labelled())
  const hidden = { targetType: 'DEBTOR', targetId: debtorId, text: 'Ours', visibility: 'INTERNAL' }
  const internal = made(await tenant.api.post('/notes', hidden))
  const nameless = newDebtor({ identificationNumber: undefined })
  const into = await debtorOf(await createdInvoice(tenant, from, { debtor: nameless }))
  const merged = await own.put(`/debtors/${debtorId}/client`, { clientId: from, debtorId: into })
  expect([merged.status, merged.body.id]).toEqual([200, into])
  const listed = await tenant.api.get(`/debtors/${into}/notes`)
  const ids = listed.body.data.map((note: { id: string }) => note.id)
  expect(ids.toSorted()).toEqual([...notes, internal].toSorted())
  expect((await own.get(`/debtors/${into}/notes`)).body.data).toHaveLength(2)
  expect((await own.get(`/debtors/${into}/labels`)).body.data).toMatchObject([{ id: label }])
})

/** All that one may read of these ids: one of them in the path, or none. */
async function readBy(api: Api, ids: readonly string[]): Promise<[string, string][]> {
  const reads = served.filter(
    ({ operation: { method, path } }) =>
      method === 'GET' || (method === 'POST' && path.endsWith('/search')),
  )
  const texts: [string, string][] = []
  for (const { operation } of reads) {
    const { method, path } = operation
    const params = path.match(/\{\w+\}/g) ?? []
    if (params.length > 1) continue
    for (const each of params.length === 0
      ? [path]
      : ids.map((id) => path.replace(/\{\w+\}/, id))) {
      const answer = method === 'GET' ? await api.get(each) : await api.post(each, {})
      expect(answer.status, each).toBeLessThan(500)
      if (answer.status === 200) texts.push([each, JSON.stringify(answer.body)])
    }
  }
  return texts
}

test('neither client is told of the other: in no list, history, event or delivery', async () => {
  for (const type of ['INVOICE', 'DEBTOR', 'NOTE', 'DEBTOR_TODO', 'DEBTOR_LABEL']) {
    for (const clientId of [from, to]) {
      await subscribed(tenant, 'https://hooks.example.com', { type, clientId })
    }
  }
  const [former, next] = [await boundTo(from), await boundTo(to)]
  const theirs = await addedBy(former, await labelled())
  const { invoiceId, debtorId } = theirs
  at.clock.now = new Date(at.clock.now.getTime() + 60_000)
  const { id } = (await move(debtorId, { clientId: to })).body
  const ids = [id, debtorId, invoiceId, theirs.toDo, theirs.contact, theirs.label, ...theirs.notes]
  const asOf = `asOf=${at.clock.now.toISOString()}`
  for (const [api, other] of [
    [former, to],
    [next, from],
  ] as const) {
    const texts = await readBy(api, ids)
    for (const path of [`/changelog/invoice/${invoiceId}`, `/changelog/debtor/${id}`]) {
      const answer = await api.get(`${path}?${asOf}`)
      if (answer.status === 200) texts.push([path, JSON.stringify(answer.body)])
    }
    expect(texts.length).toBeGreaterThan(50)
    expect(texts.filter(([, text]) => text.includes(other)).map(([path]) => path)).toEqual([])
  }
  const sent = await at.owner(
    `select id_text(client_id) as client, payload from webhook_payload where tenant_id = $1`,
    [tenant.id],
  )
  const toEach = Map.groupBy(sent, ({ client }) => client)
  for (const [client, other] of [
    [from, to],
    [to, from],
  ] as const) {
    const payloads = (toEach.get(client) ?? []).map(({ payload }) => String(payload))
    expect(payloads.length).toBeGreaterThan(3)
    expect(payloads.filter((payload) => payload.includes(other))).toEqual([])
  }
  const { data } = (await next.get(`/changelog/invoice/${invoiceId}?limit=100`)).body
  const came = data.find(({ changes }: { changes: object }) => 'clientId' in changes)
  expect(came.changes).toEqual({ clientId: { to }, debtorId: { to: id } })
  const whole = (await tenant.api.get(`/changelog/invoice/${invoiceId}?limit=100`)).body.data
  expect(whole).toContainEqual(
    expect.objectContaining({
      changes: { clientId: { from, to }, debtorId: { from: debtorId, to: id } },
    }),
  )
}, 120_000)
