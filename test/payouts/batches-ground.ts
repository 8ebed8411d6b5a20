import { workOffTask } from '../../src/activities/system/run-task.ts'
import { bookedClient, enterByHand } from '../support/booked-client.ts'
import type { Api, TestTenant, World } from '../support/world.ts'

/** An account of the tenant from which kronor are paid. */
export const bankIn = async (tenant: TestTenant, more: object = {}): Promise<string> => {
  const facts = { name: 'Client funds', kind: 'IBAN', number: 'SE3550000000054910000003' }
  const sent = { ...facts, bic: 'ESSESESS', currency: 'SEK', active: true, ...more }
  const { status, body } = await tenant.api.post('/system-bank-accounts', sent)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.id
}

/** Batches on their way, as callers and the processes of their tasks see them. */
export function batchesOf(at: World, tenant: TestTenant) {
  const chunk = (entityId: string) =>
    workOffTask({
      runtime: at.runtime,
      tenantId: tenant.id,
      entityId,
      now: at.clock.now,
      workflowId: 'test',
    })
  const done = async ({ status, body }: { status: number; body: { id: string } }) => {
    if (status !== 202) throw new Error(JSON.stringify(body))
    while ((await chunk(body.id)).open);
    const codes = await at.owner(
      'select code, message from background_task_item where task_id = $1 and code is not null',
      [body.id],
    )
    const task = (await tenant.api.get(`/background-task/${body.id}`)).body
    return { ...task, codes: codes.map(({ code }) => code), said: codes }
  }
  /** A client whose main account has so much, and is paid out every day. */
  const due = async (amount: string, terms: object = { payoutSchedule: 'DAILY' }) => {
    const client = await bookedClient(tenant)
    await enterByHand(tenant.api, client.mainId, amount)
    await tenant.api.put(`/client-accounts/${client.mainId}`, terms)
    return client
  }
  const generate = async (sent: object = {}, api: Api = tenant.api) =>
    done(await api.put('/payout-batches/generate', sent))
  const all = async (filters: object = {}) =>
    (await tenant.api.post('/payout-batches/search', { filters })).body.data
  const put = (id: string, verb: string, sent: object = {}, api: Api = tenant.api) =>
    api.put(`/payout-batches/${id}/${verb}`, sent)
  const exported = async (id: string, sent: object = {}) => done(await put(id, 'export', sent))
  const booked = async (id: string) => done(await put(id, 'bookkeep'))
  const payouts = async (batchId: string) =>
    (await tenant.api.post('/payouts/search', { filters: { batchId }, sort: ['plannedDate'] })).body
      .data as { id: string; clientId: string; amount: string; status: string }[]
  const file = async (batchId: string, format = 'PAIN001_09') => {
    const filters = { batchId, format }
    const [found] = (await tenant.api.post('/payout-files/search', { filters })).body.data
    const text = await tenant.api.get(`/documents/${found.documentId}/file`)
    return { ...found, text: String(text.body) }
  }
  return { done, due, generate, all, put, exported, booked, payouts, file, chunk }
}
