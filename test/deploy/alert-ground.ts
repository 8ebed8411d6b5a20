import { inject } from 'vitest'
import { freePort } from '../../src/embedded/ports.ts'
import { readEnvironment } from '../../src/environment.ts'
import { startApi } from '../../src/run/api.ts'
import { engineClient, type EngineClient } from '../../src/run/engine-client.ts'
import { serveHealth } from '../../src/run/health-port.ts'
import { measure } from '../../src/run/measuring.ts'
import { Presence, type BackgroundPart } from '../../src/run/presence.ts'
import type { ProbedParts } from '../../src/run/probes.ts'
import { newNamespace } from '../support/temporal.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

interface Ground {
  at: World
  operator: TestTenant
  tenant: TestTenant
  engine: EngineClient
  parts: ProbedParts
}

// Filled by `open`, which is the tests' beforeAll.
export const ground = {} as Ground

export async function open(): Promise<void> {
  const at = (ground.at = await world())
  ground.operator = await tenantIn(at, 'Operator')
  ground.tenant = await tenantIn(at)
  ground.engine = await emptyEngine()
  ground.parts = {
    runtime: at.runtime,
    engine: ground.engine,
    own: { database: undefined, temporal: undefined },
    workers: undefined,
    relay: undefined,
    relayUrl: at.installed.relayUrl,
  }
}

export async function close(): Promise<void> {
  await ground.engine?.stop()
  await ground.at?.close()
}

/** A namespace in which nothing waits. */
export async function emptyEngine(): Promise<EngineClient> {
  const { address, namespace } = inject('temporal')
  const shared = engineClient({ address, namespace }, ground.at.keys)
  const { connection } = await shared.connected()
  const own = engineClient({ address, namespace: await newNamespace(connection) }, ground.at.keys)
  await shared.stop()
  return own
}

const probes = () => ({ needed: {}, helpful: {}, measured: () => measure(ground.parts) })

/** What a worker or relay says of itself; asked anew, it says the same for a few seconds. */
export async function scraped(): Promise<string> {
  const port = await serveHealth(readEnvironment({}), probes())
  try {
    return await (await fetch(`${port.url}/metrics`)).text()
  } finally {
    await port.stop()
  }
}

export type Read = (path: string) => Promise<number>

/** What an interface says of itself that has answered just this. */
export async function scrapedAfter(work: (read: Read) => Promise<void>): Promise<string> {
  const environment = readEnvironment({ RECEIVABLES_RATE_LIMIT: '0' })
  const api = await startApi(
    environment,
    ground.at.runtime,
    probes(),
    await freePort(),
    async () => ground.operator.id,
  )
  const as = ({ api: { token } }: TestTenant) => ({ headers: { authorization: `Bearer ${token}` } })
  try {
    await work(async (path) => (await fetch(api.url + path, as(ground.tenant))).status)
    return await (await fetch(`${api.url}/metrics`, as(ground.operator))).text()
  } finally {
    await api.stop()
  }
}

/** Looks before, during and after; what is not over by then was not there before. */
export type Bring = (look: (read?: () => Promise<string>) => Promise<void>) => Promise<void>

/** Whoever is here says so. */
export async function withParts(names: readonly BackgroundPart[], work: () => Promise<void>) {
  const presence = new Presence(ground.parts.relayUrl, ground.at.runtime.log)
  for (const name of names) presence.add(name, () => true)
  await presence.start()
  try {
    await work()
  } finally {
    await presence.stop()
  }
}
