/** How many deliveries may be under way: to one target, for one tenant, in one process. */
export const placesAtFirst = 8
export const placesOfTenant = 128
const placesOfTarget = 64
const placesOfProcess = 512
const idleMs = 60_000

interface Target {
  /** Grows with each answer and halves with each silence: who does not answer gets few. */
  places: number
  taken: number
  usedAt: number
}

/** Keeps one receiver that does not answer from taking the places of those that do. */
export class Places {
  readonly #targets = new Map<string, Target>()
  readonly #takenByTenant = new Map<string, number>()
  #taken = 0

  get free(): number {
    return placesOfProcess - this.#taken
  }

  /** Targets that do not have the places of a new one. */
  targets(): { id: string; free: number }[] {
    return [...this.#targets].map(([id, { places, taken }]) => ({
      id,
      free: Math.max(0, places - taken),
    }))
  }

  /** Tenants of which something is under way. */
  tenants(): { id: string; free: number }[] {
    return [...this.#takenByTenant].map(([id, taken]) => ({ id, free: placesOfTenant - taken }))
  }

  take(tenantId: string, webhookId: string): void {
    let target = this.#targets.get(webhookId)
    if (target === undefined) {
      target = { places: placesAtFirst, taken: 0, usedAt: performance.now() }
      this.#targets.set(webhookId, target)
    }
    target.taken++
    this.#taken++
    this.#takenByTenant.set(tenantId, (this.#takenByTenant.get(tenantId) ?? 0) + 1)
  }

  giveBack(tenantId: string, webhookId: string, answered: boolean): void {
    const target = this.#targets.get(webhookId)!
    target.taken--
    target.places = answered
      ? Math.min(placesOfTarget, target.places + 1)
      : Math.max(1, Math.floor(target.places / 2))
    this.#taken--
    const ofTenant = this.#takenByTenant.get(tenantId)! - 1
    if (ofTenant === 0) this.#takenByTenant.delete(tenantId)
    else this.#takenByTenant.set(tenantId, ofTenant)
    target.usedAt = performance.now()
  }

  /** One that has had no delivery for a while, and was not silent, begins anew with the next. */
  forgetIdle(now = performance.now()): void {
    for (const [id, { places, taken, usedAt }] of this.#targets) {
      const idle = taken === 0 && now - usedAt >= idleMs
      if (idle && places >= placesAtFirst) this.#targets.delete(id)
    }
  }
}
