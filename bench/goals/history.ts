import { activated, openTrade, until, type Trade } from '../shared/activations.ts'
import { finding, type Bench, type Finding, type Goal } from '../shared/goal.ts'
import { withPlatform, type Platform } from '../shared/platform.ts'

const goal = 'history'

export interface History {
  events: number
  localActivities: number
  payloadMaxBytes: number
}

/** What Temporal keeps of one activation that went through by itself. */
export async function historyOf(platform: Platform, trade: Trade): Promise<History> {
  const [id] = await trade.more(1)
  await activated(platform, trade, [id!], 1)
  const { tenantId } = trade.caller
  const handle = platform.client.workflow.getHandle(`activate-invoice/${tenantId}/${id}/1`)
  await until('it has ended', async () => (await handle.describe()).status.name !== 'RUNNING')
  const { events } = await handle.fetchHistory()
  const all = events ?? []
  const markers = all.filter((event) => event.markerRecordedEventAttributes != null)
  return {
    events: all.length,
    localActivities: markers.length,
    payloadMaxBytes: Math.max(...all.flatMap(payloadBytes)),
  }
}

/** Payloads lie at various depths; each is known by its data beside its metadata. */
function payloadBytes(node: unknown): number[] {
  if (typeof node !== 'object' || node === null) return []
  const { data, metadata } = node as { data?: unknown; metadata?: unknown }
  if (metadata !== undefined && data instanceof Uint8Array) return [data.byteLength]
  return Object.values(node).flatMap(payloadBytes)
}

async function measure(bench: Bench): Promise<Finding[]> {
  const produced = ['ON_DEMAND', 'AT_ACTIVATION']
  return withPlatform(bench, async (platform) => {
    const findings: Finding[] = []
    for (const produce of produced) {
      const trade = await openTrade(platform, produce)
      const { events, localActivities, payloadMaxBytes } = await historyOf(platform, trade)
      const what = `history of an activation, document ${produce}`
      const note = `${localActivities} local activities`
      findings.push(
        finding({
          goal,
          what,
          unit: 'events',
          rounds: [{ ours: events }],
          wanted: { of: 'ours', atMost: 12 },
          note,
        }),
        finding({
          goal,
          what: `${what}: its largest payload`,
          unit: 'bytes',
          rounds: [{ ours: payloadMaxBytes }],
          wanted: { of: 'ours', atMost: 2048 },
          note,
        }),
      )
    }
    return findings
  })
}

export const history: Goal = { name: goal, what: 'the history of an activation', measure }
