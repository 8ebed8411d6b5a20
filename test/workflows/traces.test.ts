import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { gathering } from '../../src/activities/areas.ts'
import { createActivities } from '../../src/activities/registry.ts'
import { Relay } from '../../src/kernel/relay/relay.ts'
import { OpenTelemetry } from '../../src/ports/tracing/open-telemetry.ts'
import { traceBy } from '../../src/ports/tracing/traced.ts'
import { service, waitingOf } from '../support/activations.ts'
import { collector, type Collector, type Told } from '../support/collector.ts'
import { engine, type Engine } from '../support/temporal.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { delivererOf, signingKey, subscribed } from '../webhooks/deliveries.ts'
import { authority, receiver, type Receiver } from '../webhooks/receiver.ts'

let at: World
let tenant: TestTenant
let temporal: Engine
let relay: Relay
let target: Receiver
let told: Collector
let tracer: OpenTelemetry
const allowedHosts = new Set<string>()

beforeAll(async () => {
  at = await world({ poster: { allowedHosts, ca: authority } })
  tenant = await tenantIn(at)
  target = await receiver()
  allowedHosts.add(target.host)
  const activities = createActivities(at.runtime)
  temporal = await engine({ keys: at.keys, activities, taskQueue: 'rx-core' })
  const { installed, runtime } = at
  const { client } = temporal
  relay = new Relay({ gathering, url: installed.relayUrl, client, log: runtime.log })
})
afterAll(async () => {
  await relay.stop()
  await temporal.close()
  await at.runtime.poster.close()
  await at.close()
  await target.close()
})
beforeEach(async () => {
  told = await collector()
  trace(1)
})
afterEach(async () => {
  await allTold()
  await told.close()
})

function trace(share: number): void {
  tracer = new OpenTelemetry({ url: told.url, share, role: 'test' })
  traceBy(tracer)
}

async function allTold(): Promise<void> {
  traceBy(undefined)
  await tracer.stop()
}

const traceId = () => randomUUID().replaceAll('-', '')

const ask = (method: string, path: string, body: object, traceparent: string) =>
  at.app.request(path, {
    method,
    headers: {
      authorization: `Bearer ${tenant.api.token}`,
      'content-type': 'application/json',
      traceparent,
    },
    body: JSON.stringify(body),
  })

/** Of a chain each was asked for by the one before. */
function chain(names: readonly string[], from: string): Told[] {
  let parents = [from]
  return names.map((name) => {
    const found = told.spans.filter(
      (span) => span.name === name && parents.includes(span.parentSpanId ?? ''),
    )
    expect(found, name).not.toEqual([])
    parents = found.map(({ spanId }) => spanId)
    return found[0]!
  })
}

test('one trace goes from a request over its transaction, message, process and step to the delivery', async () => {
  const canary = `canary${randomUUID().slice(0, 8)}`
  const clientId = await clientIn(tenant, { name: `Nord ${canary} AB` })
  const invoiceId = await createdInvoice(tenant, clientId, {
    references: { yourReference: canary },
  })
  const customHeaders = { 'X-Token': canary }
  await subscribed(tenant, `${target.url}/${canary}`, { type: 'INVOICE', customHeaders })
  const deliverer = delivererOf(at)
  const [id, caller] = [traceId(), 'b7ad6b7169203331']

  const path = `/invoices/${invoiceId}/activate`
  const asked = await ask('PUT', path, service, `00-${id}-${caller}-01`)
  expect(asked.status).toBe(202)
  const { workflowId } = await waitingOf(tenant, invoiceId)
  while ((await relay.carry()) > 0);
  await temporal.client.workflow.getHandle(workflowId).result()
  while ((await deliverer.carry()) > 0);
  await deliverer.stop()
  await allTold()

  const route = 'PUT /invoices/{invoiceId}/activate'
  const start = [route, 'transaction', 'StartWorkflow:activateInvoice']
  const run = [...start, 'RunWorkflow:activateInvoice']
  const step = [...run, 'RunActivity:bookActivation']
  const delivered = [...step, 'transaction', 'DeliverWebhook', 'POST']
  const all = chain(delivered, caller)
  expect(new Set(all.map((span) => span.traceId))).toEqual(new Set([id]))
  expect(all[0]!.facts).toMatchObject({
    'http.route': '/invoices/{invoiceId}/activate',
    'http.response.status_code': 202,
    'receivables.operation': 'activateInvoice',
    'receivables.tenant': tenant.id,
  })
  expect(all.at(-1)!.facts).toMatchObject({ 'http.response.status_code': 200 })
  const posted = told.named('POST').map(({ spanId }) => `00-${id}-${spanId}-01`)
  const arrived = target.arrived.map(({ headers: { traceparent } }) => traceparent)
  expect(arrived.toSorted()).toEqual(posted.toSorted())
  expect(all.some(({ failed }) => failed)).toBe(false)
  for (const secret of [canary, tenant.api.token, signingKey, clientId]) {
    expect(told.raw()).not.toContain(secret)
  }
})

test('what was sent stands in no span, whatever becomes of it', async () => {
  const canary = `canary${randomUUID().slice(0, 8)}`
  const parent = `00-${traceId()}-b7ad6b7169203331-01`
  const role = { name: canary, description: canary, rights: ['ReadRoles'] }
  expect((await ask('POST', '/roles', role, parent)).status).toBe(201)
  expect((await ask('POST', '/roles', role, parent)).status).toBe(409)
  expect((await ask('POST', '/roles', { [canary]: canary }, parent)).status).toBe(400)
  expect((await ask('PUT', `/roles/${canary}?q=${canary}`, role, parent)).status).toBe(400)
  expect((await ask('POST', `/${canary}`, role, parent)).status).toBe(404)
  await allTold()
  const answers = told.spans.filter(({ kind }) => kind === 2)
  expect(answers.map(({ facts }) => facts['http.response.status_code'])).toEqual([
    201, 409, 400, 400, 404,
  ])
  expect(told.raw()).not.toContain(canary)
  expect(told.raw()).not.toContain(tenant.api.token)
})

test('a caller who keeps no trace, or a share that keeps none, is told nothing of', async () => {
  const role = () => ({ name: randomUUID(), description: '', rights: ['ReadRoles'] })
  await ask('POST', '/roles', role(), `00-${traceId()}-b7ad6b7169203331-00`)
  await allTold()
  trace(0)
  await ask('POST', '/roles', role(), 'nothing of the kind')
  await allTold()
  expect(told.spans).toEqual([])
  trace(1)
  await ask('POST', '/roles', role(), 'nothing of the kind')
  await tenant.work(async () => undefined)
  await allTold()
  // A trace of its own; what nobody called for begins none.
  expect(told.spans.filter(({ parentSpanId }) => parentSpanId === undefined)).toHaveLength(1)
})

test('untraced, nothing is carried and receivers are told of no trace', async () => {
  await allTold()
  const before = target.arrived.length
  const parent = `00-${traceId()}-b7ad6b7169203331-01`
  const clientId = await clientIn(tenant)
  const invoiceId = await createdInvoice(tenant, clientId)
  await ask('PUT', `/invoices/${invoiceId}/activate`, service, parent)
  const { workflowId } = await waitingOf(tenant, invoiceId)
  while ((await relay.carry()) > 0);
  await temporal.client.workflow.getHandle(workflowId).result()
  const deliverer = delivererOf(at)
  while ((await deliverer.carry()) > 0);
  await deliverer.stop()
  const arrived = target.arrived.slice(before)
  expect(arrived).not.toEqual([])
  expect(arrived.filter(({ headers }) => 'traceparent' in headers)).toEqual([])
  expect(told.spans).toEqual([])
})
