/** How many deliveries may be under way: to one target, and for one tenant to some of them. */
export const placesAtFirst = 8
const placesOfTarget = 64
const placesOfTenant = 128
/** So many are taken besides for a target that answers, so that none of its places stands empty. */
const aheadOfTarget = 192
/** How many may be taken, under way or waiting for their turn: of one tenant, in one process. */
export const takenOfTenant = placesOfTenant + aheadOfTarget
const takenOfProcess = 1_024
const idleMs = 60_000
const silentMs = 60 * idleMs

interface Target {
  /** Grows with each answer and halves with each silence: who does not answer gets few. */
  places: number
  taken: number
  underWay: number
  usedAt: number
}

interface Tenant {
  taken: number
  underWay: number
  /** Who waits, in order. */
  waiting: { target: Target; end: (isTurn: boolean) => void }[]
}

/** Keeps one receiver that does not answer from taking the places of those that do. */
export class Places {
  readonly #targets = new Map<string, Target>()
  readonly #tenants = new Map<string, Tenant>()
  #taken = 0

  get free(): number {
    return takenOfProcess - this.#taken
  }

  /** Targets that do not have the places of a new one. */
  targets(): { id: string; free: number }[] {
    return [...this.#targets].map(([id, { places, taken }]) => {
      const ahead = places === placesOfTarget ? aheadOfTarget : 0
      return { id, free: Math.max(0, places + ahead - taken) }
    })
  }

  /** Tenants of which something is taken. */
  tenants(): { id: string; free: number }[] {
    return [...this.#tenants].map(([id, { taken }]) => ({ id, free: takenOfTenant - taken }))
  }

  /** Takes one, and says when it has its turn, or that it will have none and is given back. */
  take(tenantId: string, webhookId: string): Promise<boolean> {
    const tenant = this.#tenants.get(tenantId) ?? { taken: 0, underWay: 0, waiting: [] }
    const target = this.#targets.get(webhookId) ?? newTarget()
    this.#tenants.set(tenantId, tenant)
    this.#targets.set(webhookId, target)
    tenant.taken++
    target.taken++
    this.#taken++
    return new Promise((resolve) => {
      const end = (isTurn: boolean) => {
        if (!isTurn) this.#letGo(tenantId, tenant, target)
        resolve(isTurn)
      }
      if (begins(tenant, target)) return resolve(true)
      return tenant.waiting.push({ target, end })
    })
  }

  /** One that had its turn is over; whether there is nobody left who waits for the same target. */
  giveBack(tenantId: string, webhookId: string, answered: boolean): boolean {
    const [tenant, target] = [this.#tenants.get(tenantId)!, this.#targets.get(webhookId)!]
    tenant.underWay--
    target.underWay--
    target.places = answered
      ? Math.min(placesOfTarget, target.places + 1)
      : Math.max(1, Math.floor(target.places / 2))
    this.#letGo(tenantId, tenant, target)
    // Who is silent may be so for long, and what is kept waiting by a process goes nowhere else.
    if (!answered) this.#turnAway(tenant, target)
    const at = tenant.waiting.findIndex((each) => begins(tenant, each.target))
    if (at !== -1) tenant.waiting.splice(at, 1)[0]!.end(true)
    return target.taken === target.underWay
  }

  /** Nobody who waits has a turn any more. */
  close(): void {
    for (const tenant of this.#tenants.values()) this.#turnAway(tenant)
  }

  /**
   * One that has had no delivery for a while begins anew with the next; one that was silent, later.
   */
  forgetIdle(now = performance.now()): void {
    for (const [id, { places, taken, usedAt }] of this.#targets) {
      const keptMs = places >= placesAtFirst ? idleMs : silentMs
      if (taken === 0 && now - usedAt >= keptMs) this.#targets.delete(id)
    }
  }

  #turnAway({ waiting }: Tenant, from?: Target): void {
    const isAway = (target: Target) => from === undefined || target === from
    const away = waiting.filter(({ target }) => isAway(target))
    waiting.splice(0, waiting.length, ...waiting.filter(({ target }) => !isAway(target)))
    for (const { end } of away) end(false)
  }

  #letGo(tenantId: string, tenant: Tenant, target: Target): void {
    target.taken--
    target.usedAt = performance.now()
    this.#taken--
    if (--tenant.taken === 0) this.#tenants.delete(tenantId)
  }
}

const newTarget = (): Target => ({
  places: placesAtFirst,
  taken: 0,
  underWay: 0,
  usedAt: performance.now(),
})

/** Takes a place if there is one; each target gets at least one, even while many do not answer. */
function begins(tenant: Tenant, target: Target): boolean {
  const full = tenant.underWay >= placesOfTenant && target.underWay > 0
  if (full || target.underWay >= target.places) return false
  tenant.underWay++
  target.underWay++
  return true
}
