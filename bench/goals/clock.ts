import { setTimeout as sleep } from 'node:timers/promises'
import { retryAfterMs } from '../../src/domain/webhooks/delivery.ts'
import { openTrade } from '../shared/activations.ts'
import { failingHooks, type Failing } from '../shared/failing-hooks.ts'
import { finding, type Bench, type Finding, type Goal } from '../shared/goal.ts'
import { familyMicros } from '../shared/machine.ts'
import { withPlatform, type Platform } from '../shared/platform.ts'
import { quietly, type Quietly } from '../shared/quiet.ts'

const goal = 'clock'
const perSecond = 50
const burst = 1_500
const whole = { forMs: 60_000 }
const short = { forMs: 25_000 }
const activatedAtMost = 400

/** How late it may be, beside the ten seconds that are promised. */
const retriedWithinMs = retryAfterMs + 1_000

async function measure(bench: Bench): Promise<Finding[]> {
  const { forMs } = bench.short ? short : whole
  return withPlatform(bench, async (platform) => {
    const quiet = await openTrade(platform)
    const [readId] = await quiet.more(1)
    const ids = await quiet.more(activatedAtMost)
    const alone = await quietly(platform, quiet, readId!, ids.splice(0, 20), 4_000)
    const hooks = await failingHooks(platform)
    try {
      const before = micros(platform, hooks)
      const failing = hooks.failing(perSecond, forMs)
      await sleep(1_000)
      const dead = hooks.burstToDead(burst)
      const beside = await quietly(platform, quiet, readId!, ids, forMs)
      await Promise.all([failing, dead])
      const late = await hooks.retried()
      const costs = micros(platform, hooks) - before
      return findings({ alone, beside, late, costs })
    } finally {
      await hooks.close()
    }
  })
}

interface Measured {
  alone: Quietly
  beside: Quietly
  late: Awaited<ReturnType<Failing['retried']>>
  costs: number
}

function findings({ alone, beside, late, costs }: Measured): Finding[] {
  const told = `${late.count} deliveries failed twice at ${perSecond} a second, ${burst} at once to one that never answers; ${late.dead} of these were tried`
  const line = (what: string, unit: string, ours: number, atMost?: number, theirs?: number) =>
    finding({
      goal,
      what,
      unit,
      rounds: [{ ours, ...(theirs !== undefined && { theirs, ratio: ours / theirs }) }],
      ...(atMost !== undefined && { wanted: { of: 'ours', atMost } }),
      note: told,
    })
  return [
    line('from the end of a first attempt to its retry', 'ms (p50)', late.p50Ms),
    line('from the end of a first attempt to its retry', 'ms (p99)', late.p99Ms, retriedWithinMs),
    line(
      'an activation of another tenant beside them : alone',
      'ms (p99)',
      beside.activations.p99Ms,
      2_000,
      alone.activations.p99Ms,
    ),
    line(
      'a read of another tenant beside them : alone',
      'ms (p99)',
      beside.reads.p99Ms,
      undefined,
      alone.reads.p99Ms,
    ),
    line(
      'processor of worker, relay and their database a failed delivery, reads and activations included',
      'ms',
      costs / 1_000 / (late.count + late.dead),
      40,
    ),
  ]
}

/** The engine is not ours to make cheaper, and stands beside it. */
function micros({ stage }: Platform, hooks: Failing): number {
  return hooks.pids().reduce((sum, pid) => sum + familyMicros(pid), familyMicros(stage.postgresPid))
}

export const clock: Goal = {
  name: goal,
  what: 'the retry of webhooks while many fail, and others beside it',
  measure,
}
