import { refuse } from '../../domain/refusal.ts'
import type { App } from './app.ts'
import { secure } from './respond.ts'

/** What a probe found: all is well, or the reason why not. */
export type Finding = { ok: true } | { ok: false; reason: string }
export type Probes = Readonly<Record<string, () => Promise<Finding>>>

const probeMs = 2_000
const standsMs = 1_000

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
  const look = onceAWhile(() =>
    Promise.all(
      Object.entries(probes).map(async ([name, probe]) => [name, await findingOf(probe)] as const),
    ),
  )
  // Those who know no better name ask for all of it.
  app.on('GET', ['/health', '/health/ready'], async (context) => {
    const found = await look()
    const ready = found.every(([, finding]) => finding.ok)
    const checks = Object.fromEntries(
      found.map(([name, finding]) => [
        name,
        finding.ok ? { status: 'UP' } : { status: 'DOWN', reason: finding.reason },
      ]),
    )
    return context.json({ status: ready ? 'UP' : 'DOWN', checks }, ready ? 200 : 503)
  })
  for (const path of ['/ping', '/health', '/health/live', '/health/ready']) {
    app.all(path, () => refuse('METHOD_NOT_ALLOWED', { allow: ['GET', 'HEAD'] }))
  }
}

/** Anybody may ask, so that all who ask within a second are told what one look found. */
function onceAWhile<T>(look: () => Promise<T>): () => Promise<T> {
  let last: { atMs: number; found: Promise<T> } | undefined
  return () => {
    const atMs = performance.now()
    if (last === undefined || atMs - last.atMs > standsMs) last = { atMs, found: look() }
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
