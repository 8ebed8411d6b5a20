import { availableParallelism } from 'node:os'
import { streamedBytesMax } from '../../domain/distribution/file-kind.ts'
import { SharedTurns } from '../../domain/shares.ts'
import { alike, type WeightOf } from '../../domain/turns.ts'
import type { Runtime } from '../write/runtime.ts'
import { Authenticator } from '../../policy/authenticate.ts'
import { createGate } from '../../policy/gate.ts'
import { strangers } from '../../ports/database/pool.ts'
import { Answers, type Answered } from './answered.ts'
import { LastUses } from './last-uses.ts'
import { RateLimit } from './rate.ts'
import { SharedRates } from './shared-rates.ts'
import { Strangers } from './strangers.ts'
import { streamed, Uploads } from './uploads.ts'
import type { Kernel } from './prepared.ts'
import { now as timeNow } from '../../ports/database/clock.ts'

export type { Kernel } from './prepared.ts'

export interface KernelOptions {
  /** Of a caller, and of a tenant; 0 for no limit. */
  rateLimit: number
  tenantRateLimit?: number
  /** False for tests, which send many wrong tokens from one address. */
  countsStrangers?: boolean
  bodyLimit: number
  /** Bytes of a file that is taken as it comes. */
  streamLimit?: number
  /** How many requests may wait for their turn; three quarters of one tenant. */
  queue?: number
  weightOf?: WeightOf
  proxies?: number | undefined
  checkAnswers?: boolean
  /** Where each answered request is written down. */
  keepAnswered?: (answered: Answered) => void
  /** What is still to come, and what waits for it. */
  coming?: (() => string | undefined) | undefined
  now?: () => Date
}

/** Whose connection is waited for is what they say, so that they have a turn of their own. */
const inTurnOfStrangers = (runtime: Runtime): Runtime =>
  Object.create(runtime, { inTurnOf: { value: strangers } }) as Runtime

/**
 * How many requests are handled at once. One tenant alone has as many as one message gathers;
 * beside others a few, so that what these ask for does not stand behind hundreds that have begun;
 * and of hundreds half a core's worth, while somebody beside them asks for one thing at a time.
 */
const handled = {
  places: 96,
  leftFree: 32,
  beside: 8,
  besideFew: Math.max(1, availableParallelism() >> 1),
  away: 96,
}

const handlingOf = ({ queue = 1000, weightOf = alike }: KernelOptions): SharedTurns =>
  new SharedTurns({
    ...handled,
    each: Math.ceil((queue * 3) / 4),
    all: queue,
    weightOf,
    now: () => performance.now(),
  })

export async function createKernel(runtime: Runtime, options: KernelOptions): Promise<Kernel> {
  const authenticator = new Authenticator(runtime.keys.tokens)
  runtime.caches = authenticator.caches
  const { rateLimit: caller, tenantRateLimit: tenant = 0, countsStrangers = true } = options
  const now = options.now ?? timeNow
  const rate = new RateLimit({ caller, tenant })
  return {
    runtime,
    runtimeOfStrangers: inTurnOfStrangers(runtime),
    authenticator,
    gate: await createGate(),
    rate,
    handling: handlingOf(options),
    sharedRates: new SharedRates({
      pool: runtime.pool,
      rate,
      now,
      onFailure: (error) => runtime.log.warn({ err: error }, 'rates were not told to others'),
    }),
    strangers: new Strangers({ isCounted: countsStrangers, now }),
    lastUses: new LastUses(runtime.pool, (error) =>
      runtime.log.warn({ err: error }, 'last uses of tokens were not noted'),
    ),
    uploads: new Uploads(),
    streams: new Uploads(streamed(options.streamLimit ?? streamedBytesMax)),
    streamLimit: options.streamLimit ?? streamedBytesMax,
    answers: new Answers(options.keepAnswered),
    bodyLimit: options.bodyLimit,
    proxies: options.proxies,
    now,
    checkAnswers: options.checkAnswers ?? false,
    coming: options.coming,
  }
}
