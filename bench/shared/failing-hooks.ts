import { setTimeout as sleep } from 'node:timers/promises'
import { until } from './activations.ts'
import { timesOf } from './closed-loop.ts'
import type { Platform } from './platform.ts'
import { happens, startSink, subscribe, trusting } from './webhooks.ts'

/** Receivers that fail: one that answers 500, and one that never answers. */
export interface Failing {
  /** So many deliveries a second, each of which fails. */
  failing(perSecond: number, forMs: number): Promise<void>
  burstToDead(count: number): Promise<void>
  /** Waits until each that failed was tried again; how long after the end of its first attempt. */
  retried(): Promise<{ p50Ms: number; p99Ms: number; count: number; dead: number }>
  /** What posts and waits. */
  pids(): number[]
  close(): Promise<void>
}

export async function failingHooks(platform: Platform): Promise<Failing> {
  const { stage, address } = platform
  const sink = await startSink()
  const env = { ...trusting(sink), TEMPORAL_ADDRESS: address, RECEIVABLES_LOG_LEVEL: 'warn' }
  await Promise.all([platform.relay.stop(), platform.worker.stop()])
  const [relay, worker] = [await stage.role('relay', { env }), await stage.role('worker', { env })]
  const failing = await subscribe(stage, sink, ['/fail'])
  const dead = await subscribe(stage, sink, ['/dead'])
  return {
    async failing(perSecond, forMs) {
      const began = performance.now()
      const calls: Promise<void>[] = []
      for (let n = 0; n * 1_000 < forMs * perSecond; n++) {
        const left = began + (n * 1_000) / perSecond - performance.now()
        if (left > 0) await sleep(left)
        calls.push(happens(platform.api, failing.caller))
      }
      await Promise.all(calls)
    },
    burstToDead: async (count) => {
      await timesOf(count, 32, () => happens(platform.api, dead.caller))
    },
    async retried() {
      const open = `select count(*)::int as n from webhook_log
        where tenant_id = $1 and automatic_attempts < 2`
      const counted = async (tenantId: string) =>
        Number((await stage.owner(open, [tenantId]))[0]?.['n'])
      await until('all are tried again', async () => (await counted(failing.caller.tenantId)) === 0)
      const [row] = await stage.owner(
        `select percentile_cont(0.5) within group (order by ms) as p50,
           percentile_cont(0.99) within group (order by ms) as p99, count(*)::int as count
         from (select extract(epoch from b.started_at - a.ended_at) * 1000 as ms
           from webhook_attempt a join webhook_attempt b
             on b.tenant_id = a.tenant_id and b.log_id = a.log_id and b.number = 2
           where a.tenant_id = $1 and a.number = 1) as waits`,
        [failing.caller.tenantId],
      )
      const [tried] = await stage.owner(
        'select count(*)::int as n from webhook_attempt where tenant_id = $1 and number = 1',
        [dead.caller.tenantId],
      )
      return {
        p50Ms: Number(row?.['p50']),
        p99Ms: Number(row?.['p99']),
        count: Number(row?.['count']),
        dead: Number(tried?.['n']),
      }
    },
    pids: () => [relay.pid, worker.pid],
    async close() {
      await Promise.all([relay.stop(), worker.stop()])
      await sink.stop()
    },
  }
}
