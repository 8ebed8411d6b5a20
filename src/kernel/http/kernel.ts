import type { Runtime } from '../write/runtime.ts'
import { Authenticator } from '../../policy/authenticate.ts'
import { createGate } from '../../policy/gate.ts'
import { LastUses } from './last-uses.ts'
import { RateLimit } from './rate.ts'
import { Uploads } from './uploads.ts'
import type { Kernel } from './prepared.ts'

export type { Kernel } from './prepared.ts'

export interface KernelOptions {
  rateLimit: number
  bodyLimit: number
  proxies?: number
  checkAnswers?: boolean
  now?: () => Date
}

export async function createKernel(runtime: Runtime, options: KernelOptions): Promise<Kernel> {
  const authenticator = new Authenticator(runtime.keys.tokens)
  runtime.caches = authenticator.caches
  return {
    runtime,
    authenticator,
    gate: await createGate(),
    rate: new RateLimit(options.rateLimit),
    lastUses: new LastUses(runtime.pool, (error) =>
      runtime.log.warn({ err: error }, 'last uses of tokens were not noted'),
    ),
    uploads: new Uploads(),
    bodyLimit: options.bodyLimit,
    proxies: options.proxies ?? 0,
    now: options.now ?? (() => new Date()),
    checkAnswers: options.checkAnswers ?? false,
  }
}
