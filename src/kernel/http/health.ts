import { refuse } from '../../domain/refusal.ts'
import type { App } from './app.ts'
import type { Measuring } from './metrics.ts'
import { secure } from './respond.ts'

/** What a probe found: all is well, or the reason why not. */
export type Finding = { ok: true } | { ok: false; reason: string }
export type Probe = () => Promise<Finding>

/** Without what is needed a process cannot do its own work; without what helps it does less. */
export interface Probes {
  needed: Readonly<Record<string, Probe>>
  helpful: Readonly<Record<string, Probe>>
  /** What it measures, in numbers. */
  measured?: Measuring
}

const probeMs = 2_000
const standsMs = 250

/** Whether the process lives, and whether it can do its work, each part with its reason. */
export function health(app: App, probes: Probes): void {
  for (const path of ['/ping', '/health/*']) {
    app.use(path, async (context, next) => {
      await next()
      secure(context.res.headers)
    })
  }
  app.get('/ping', (context) => context.json({ pong: true }))
  app.get('/health/live', (context) => context.json({ status: 'UP' }))
  const look = onceAWhile(
    () => Promise.all([checked(probes.needed, 'DOWN'), checked(probes.helpful, 'DEGRADED')]),
    standsMs,
  )
  // Those who know no better name ask for all of it.
  app.on('GET', ['/health', '/health/ready'], async (context) => {
    const [needed, helpful] = await look()
    const checks = { ...needed, ...helpful }
    const found = new Set(Object.values(checks).map(({ status }) => status))
    const status = found.has('DOWN') ? 'DOWN' : found.has('DEGRADED') ? 'DEGRADED' : 'UP'
    return context.json({ status, checks }, status === 'DOWN' ? 503 : 200)
  })
  for (const path of ['/ping', '/health', '/health/live', '/health/ready']) {
    app.all(path, () => refuse('METHOD_NOT_ALLOWED', { allow: ['GET', 'HEAD'] }))
  }
}

type Status = 'UP' | 'DEGRADED' | 'DOWN'
type Checked = Record<string, { status: Status; reason?: string }>

async function checked(probes: Probes['needed'], otherwise: Status): Promise<Checked> {
  const found = Object.entries(probes).map(async ([name, probe]) => {
    const finding = await findingOf(probe)
    const check = finding.ok ? { status: 'UP' } : { status: otherwise, reason: finding.reason }
    return [name, check] as const
  })
  return Object.fromEntries(await Promise.all(found)) as Checked
}

/** Anybody may ask, so that all who ask within a moment are told what one look found. */
export function onceAWhile<T>(look: () => Promise<T>, forMs: number): () => Promise<T> {
  let last: { atMs: number; found: Promise<T> } | undefined
  return () => {
    const atMs = performance.now()
    if (last === undefined || atMs - last.atMs > forMs) last = { atMs, found: look() }
    return last.found
  }
}

async function findingOf(probe: () => Promise<Finding>): Promise<Finding> {
  const late = new Promise<Finding>((resolve) => {
    setTimeout(() => resolve({ ok: false, reason: 'no answer in time' }), probeMs).unref()
  })
  return Promise.race([probe().catch(failed), late])
}

function failed(error: unknown): Finding {
  const code = (error as { code?: unknown }).code
  return { ok: false, reason: typeof code === 'string' ? code : 'cannot be reached' }
}
