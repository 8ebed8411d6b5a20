import type pg from 'pg'
import { processes, stuckErrandOf, taskQueueOf, type ProcessName } from '../domain/processes.ts'
import { allTables } from '../entities/table.ts'
import { kindsOfStandstill, standstills } from '../activities/standstills.ts'
import { standstillErrandOf } from '../activities/watch.ts'
import { gauge, histogram, type Metric } from '../kernel/http/metrics.ts'
import { withClient } from '../ports/database/connect.ts'
import { nowMs } from '../ports/database/clock.ts'
import { connectionWaits, retriesLate } from '../ports/process/measured.ts'
import type { TemporalClient } from '../ports/temporal/connect.ts'
import type { ProbedParts } from './probes.ts'

const answerMs = 1_500

/** The numbers by which an operator sees what is late, what waits, and what stands still. */
export async function measure(parts: ProbedParts): Promise<Metric[]> {
  const [ofAll, ofEngine] = await Promise.all([
    withClient(parts.relayUrl, waitingInDatabase).catch(noted(parts, 'database')),
    engineBacklog(parts).catch(noted(parts, 'temporal')),
  ])
  return [...ofProcess(parts), ...ofAll, ...ofEngine]
}

/** What cannot be asked is said, and hides nothing else. */
const noted =
  ({ runtime }: ProbedParts, of: string) =>
  (err: unknown): Metric[] => {
    runtime.log.warn({ err, of }, 'some of what is measured could not be read')
    return [gauge(`${of}_unread`, 'Nothing could be read of it.', { value: 1 })]
  }

function ofProcess({ runtime, relay, workers }: ProbedParts): Metric[] {
  const polls = Object.entries(workers?.states() ?? {})
  return [
    gauge('connections_wanted', 'Who waits for a connection to the database now.', {
      value: runtime.pool.waiting,
    }),
    histogram('connection_wait_seconds', 'How long others waited for one.', connectionWaits),
    histogram('retry_late_seconds', 'Automatic retries of deliveries, by delay.', retriesLate),
    gauge('clock_ahead_seconds', 'By how much its own clock is ahead of the database.', {
      value: Math.round(Date.now() - nowMs()) / 1_000,
    }),
    gauge('memory_bytes', 'What the process holds.', { value: process.memoryUsage.rss() }),
    ...(relay === undefined
      ? []
      : [
          gauge('relay_rest_seconds', 'Since the last round of the relay ended.', {
            value: Math.round(relay.restsMs) / 1_000,
          }),
        ]),
    ...(workers === undefined
      ? []
      : [
          gauge(
            'worker_polls',
            'Whether the worker of a queue is at work.',
            ...polls.map(([queue, is]) => ({
              labels: { queue },
              value: is === 'RUNNING' ? 1 : 0,
            })),
          ),
        ]),
  ]
}

const starts = allTables().flatMap(({ table, starts: asked }) =>
  asked === undefined
    ? []
    : [
        `select '${asked.process}' as name, count(*)::int as count, min(starts_at) as since
         from ${table} where starts_at is not null having count(*) > 0`,
      ],
)

/** Of all tenants: what is named here is a kind of work, of which there are few. */
const messages = `select name, sum(count)::int as count,
    extract(epoch from now() - min(since))::float as seconds
  from (${[
    `select workflow as name, count(*)::int as count, min(uuid_extract_timestamp(id)) as since
     from outbox where done_at is null and dead_at is null group by workflow`,
    ...starts,
  ].join(' union all ')}) w group by name order by name`

const refused = `select count(*)::int as count from outbox where dead_at is not null`

const deliveries = `select count(*)::int as count,
    coalesce(extract(epoch from now() - min(due_at)), 0)::float as seconds
  from webhook_queue where due_at <= now()`

const still = Object.entries(standstills)
  .map(
    ([kind, { sql }]) => `select '${kind}' as name, coalesce(sum(count), 0)::int as count
    from (${sql}) s`,
  )
  .join(' union all ')

const causes = [
  ...(Object.keys(processes) as ProcessName[]).map(stuckErrandOf),
  ...kindsOfStandstill().map(standstillErrandOf),
]

const errands = `select dedupe_key as name, count(*)::int as count from system_errand
  where tenant_id in (select tenant_id from tenant) and dedupe_key = any ($1)
    and status in ('OPEN', 'IN_PROGRESS') group by 1 order by 1`

const parts = `select name, (select count(*)::int from part_seen
    where part = name and seen_at > now() - interval '10 s') as count
  from unnest(array['worker', 'relay']) as name`

interface Found {
  name: string
  count: number
  seconds: number
}

async function waitingInDatabase(client: pg.ClientBase): Promise<Metric[]> {
  const found = async (text: string, ...values: unknown[]) =>
    (await client.query<Found>(text, values)).rows
  const waiting = await found(messages)
  const [due] = await found(deliveries)
  const [dead] = await found(refused)
  const named = (label: string, rows: readonly Found[]) =>
    rows.map(({ name, count }) => ({ labels: { [label]: name }, value: count }))
  return [
    gauge('messages_waiting', 'Messages for Temporal.', ...named('process', waiting)),
    gauge(
      'messages_oldest_seconds',
      'How long the oldest of them waits.',
      ...waiting.map(({ name, seconds }) => ({ labels: { process: name }, value: seconds })),
    ),
    gauge('messages_refused', 'Sent no more, since Temporal refuses them.', {
      value: dead?.count ?? 0,
    }),
    gauge('deliveries_due', 'First attempts that are due.', { value: due?.count ?? 0 }),
    gauge('deliveries_late_seconds', 'How long the oldest of them is due.', {
      value: due?.seconds ?? 0,
    }),
    gauge(
      'standing_still',
      'What makes no progress, of all tenants.',
      ...named('kind', await found(still)),
    ),
    gauge(
      'errands_open',
      'Tenants that have an open errand for what stands still.',
      ...named('cause', await found(errands, causes)),
    ),
    gauge(
      'parts_seen',
      'Processes that were seen within ten seconds.',
      ...named('part', await found(parts)),
    ),
  ]
}

const kinds = { workflow: 1, activity: 2 } as const

async function engineBacklog({ engine }: ProbedParts): Promise<Metric[]> {
  const at = await engine.connected()
  return at.connection.withDeadline(Date.now() + answerMs, async () => {
    const queues = [...new Set((Object.keys(processes) as ProcessName[]).map(taskQueueOf))]
    const asked = queues.flatMap((queue) =>
      Object.entries(kinds).map(async ([kind, type]) => ({
        labels: { queue, kind },
        value: await backlogOf(at, queue, type),
      })),
    )
    return [
      gauge('engine_backlog', 'Tasks that no worker has taken up.', ...(await Promise.all(asked))),
    ]
  })
}

async function backlogOf({ client }: TemporalClient, name: string, type: 1 | 2): Promise<number> {
  const { stats } = await client.workflowService.describeTaskQueue({
    namespace: client.options.namespace,
    taskQueue: { name },
    taskQueueType: type,
    reportStats: true,
  })
  return Number(stats?.approximateBacklogCount ?? 0)
}
