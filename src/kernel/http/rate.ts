import { refuse } from '../../domain/refusal.ts'
import type { Caller } from '../../policy/authenticate.ts'
import { Buckets, type Bucket } from './buckets.ts'

export interface Rates {
  /** Requests a second of one user, service account or token of the tenant's own; 0 for no limit. */
  caller: number
  /** Of all of a tenant together. */
  tenant: number
}

type Counted = Pick<Caller, 'countedAs' | 'tenantId'>

const secondMs = 1000
/** Use of others is taken off for so long at most, so that no clock and no fault shuts anybody out. */
const debtMaxMs = 5 * secondMs
/** Of a second's requests: who takes fewer is told to nobody, so that a quiet platform writes nothing. */
const toldShare = 50

/**
 * At most so many requests a second, with a burst of as many. Tokens count under those by whom they
 * live, so that to make more of them does not let more through.
 */
export class RateLimit {
  readonly #callers: Buckets | undefined
  readonly #tenants: Buckets | undefined
  readonly #busy = new Set<Bucket>()
  /** Called when there is something to tell other processes. */
  onBusy: () => void = () => undefined

  constructor({ caller, tenant }: Rates) {
    this.#callers = bucketsOf(caller)
    this.#tenants = bucketsOf(tenant)
  }

  /** The header with how many requests are left, or a refusal with when to try again. */
  take({ countedAs, tenantId }: Counted, nowMs: number): string | undefined {
    const own = this.#callers?.of(countedAs, nowMs)
    const all = this.#tenants?.of(tenantId, nowMs)
    if (own !== undefined) refuseAhead(this.#callers!, own, nowMs, 'default')
    if (all !== undefined) refuseAhead(this.#tenants!, all, nowMs, 'tenant')
    const leftOfOwn = this.#taken(this.#callers, own, nowMs)
    const leftOfAll = this.#taken(this.#tenants, all, nowMs)
    const left = Math.min(leftOfOwn, leftOfAll)
    if (left === Infinity) return undefined
    return `"${leftOfOwn <= leftOfAll ? 'default' : 'tenant'}";r=${left};t=1`
  }

  #taken(buckets: Buckets | undefined, bucket: Bucket | undefined, nowMs: number): number {
    if (buckets === undefined || bucket === undefined) return Infinity
    buckets.take(bucket, nowMs)
    if (++bucket.taken * buckets.rate.eachMs >= secondMs / toldShare && !this.#busy.has(bucket)) {
      this.#busy.add(bucket)
      this.onBusy()
    }
    return buckets.left(bucket, nowMs)
  }

  /** What was taken here and is to be told. */
  untold(): [name: string, taken: number][] {
    const told = [...this.#busy].map((bucket): [string, number] => {
      const { name, taken } = bucket
      bucket.taken = 0
      return [name, taken]
    })
    this.#busy.clear()
    return told
  }

  /** What other processes let through is taken off here. */
  takenElsewhere(name: string, taken: number, nowMs: number): void {
    const buckets = isTenant(name) ? this.#tenants : this.#callers
    if (buckets === undefined) return
    const bucket = buckets.of(name, nowMs)
    buckets.take(bucket, nowMs, taken)
    bucket.untilMs = Math.min(bucket.untilMs, nowMs + debtMaxMs)
  }
}

/** Ids say of what kind they are, and no caller has one of a tenant. */
const isTenant = (name: string) => name.startsWith('TN')

const bucketsOf = (perSecond: number) =>
  perSecond === 0 ? undefined : new Buckets({ eachMs: secondMs / perSecond, aheadMs: secondMs })

function refuseAhead(
  buckets: Buckets,
  bucket: Bucket,
  nowMs: number,
  policy: 'default' | 'tenant',
): void {
  const waitMs = buckets.waitMs(bucket, nowMs)
  if (waitMs <= 0) return
  const retryAfterSeconds = Math.ceil(waitMs / secondMs)
  refuse('TOO_MANY_REQUESTS', {
    retryAfterSeconds,
    rateLimit: `"${policy}";r=0;t=${retryAfterSeconds}`,
    ...(policy === 'tenant' && {
      detail: 'All of the tenant together sent too many; repeat it after `Retry-After` seconds.',
    }),
  })
}
