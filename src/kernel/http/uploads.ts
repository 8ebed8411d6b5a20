import { refuse } from '../../domain/refusal.ts'
import { fileBodyMax } from './file.ts'

/** Of one tenant, and of all: a body is held in memory, as text and as bytes, until it is stored. */
const bytesMax = { each: 2 * fileBodyMax, all: 6 * fileBodyMax }

const soonSeconds = 2

/** A body with files that is on its way. */
export interface Upload {
  /** Counts what arrived of a body that did not say how long it is. */
  count(bytes: number): void
  end(): void
}

/** Counts such bodies: before a byte is read where their length is known, else byte by byte. */
export class Uploads {
  readonly #bytes = new Map<string, number>()
  #all = 0

  /** 503 while the tenant, or all, have as much on its way as may be. */
  begin(tenantId: string, request: Request): Upload {
    const announced = Number(request.headers.get('content-length') ?? 0)
    let counted = 0
    const count = (bytes: number) => {
      this.#refuseMore(tenantId, bytes)
      counted += bytes
      this.#add(tenantId, bytes)
    }
    // What is longer than any is refused for that before it is read.
    if (announced > 0) count(Math.min(announced, fileBodyMax))
    return {
      count: announced > 0 ? () => undefined : count,
      end: () => this.#add(tenantId, -counted),
    }
  }

  #refuseMore(tenantId: string, bytes: number): void {
    const own = (this.#bytes.get(tenantId) ?? 0) + bytes
    if (own <= bytesMax.each && this.#all + bytes <= bytesMax.all) return
    const detail = 'Too many files are on their way at once.'
    refuse('OVERLOADED', { detail, retryAfterSeconds: soonSeconds })
  }

  #add(tenantId: string, bytes: number): void {
    this.#all += bytes
    const left = (this.#bytes.get(tenantId) ?? 0) + bytes
    if (left === 0) this.#bytes.delete(tenantId)
    else this.#bytes.set(tenantId, left)
  }
}
