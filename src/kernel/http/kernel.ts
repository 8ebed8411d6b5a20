import type { Runtime } from '../write/runtime.ts'
import { Authenticator } from '../../policy/authenticate.ts'
import { createGate } from '../../policy/gate.ts'
import { LastUses } from './last-uses.ts'
import { RateLimit } from './rate.ts'
import { SharedRates } from './shared-rates.ts'
import { Strangers } from './strangers.ts'
import { Uploads } from './uploads.ts'
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
  proxies?: number | undefined
  checkAnswers?: boolean
  now?: () => Date
}

export async function createKernel(runtime: Runtime, options: KernelOptions): Promise<Kernel> {
  const authenticator = new Authenticator(runtime.keys.tokens)
  runtime.caches = authenticator.caches
  const { rateLimit: caller, tenantRateLimit: tenant = 0, countsStrangers = true } = options
  const now = options.now ?? timeNow
  const rate = new RateLimit({ caller, tenant })
  return {
    runtime,
    authenticator,
    gate: await createGate(),
    rate,
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
    bodyLimit: options.bodyLimit,
    proxies: options.proxies,
    now,
    checkAnswers: options.checkAnswers ?? false,
  }
}
