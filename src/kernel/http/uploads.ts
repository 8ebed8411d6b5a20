import { refuse } from '../../domain/refusal.ts'
import { SharedTurns } from '../../domain/shares.ts'
import { fileBodyMax } from './file.ts'
import { formExtraBytes } from './form.ts'
import { received } from './spool.ts'

/** Of one body, of one tenant, and of all; what is on its way is there until it is answered. */
interface BytesMax {
  body: number
  each: number
  all: number
}

/** It stands in files of this process. */
const inFiles: BytesMax = {
  body: fileBodyMax,
  each: 4 * fileBodyMax,
  all: 16 * fileBodyMax,
}

/** It stands in the store. */
export const streamed = (file: number): BytesMax => {
  const body = file + formExtraBytes
  return { body, each: 2 * body, all: 8 * body }
}

/**
 * What is looked at is in memory, as text and as bytes, until it is answered. Tenants have their
 * turns: one that stands there, before its own locks, leaves a place for others. Bytes that have
 * come all the way are worth a minute's wait.
 */
const inMemory = { places: 3, leftFree: 1, beside: 1, each: 100, all: 400, patienceMs: 60_000 }

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
  readonly #inMemory = new SharedTurns({ ...inMemory, now: () => performance.now() })
  readonly #max: BytesMax
  #all = 0

  constructor(max: BytesMax = inFiles) {
    this.#max = max
  }

  /** Receives a body, and looks at it when it is whole and the tenant has its turn. */
  async take(
    tenantId: string,
    request: Request,
    bytesAtMost: number,
    look: (bytes: Uint8Array) => Promise<void>,
  ): Promise<void> {
    const { count, end } = this.begin(tenantId, request)
    try {
      const body = await received(request, { bytes: bytesAtMost, count })
      try {
        const lookAtAll = async () => look(await body.bytes())
        await (body.isLarge ? this.#inMemory.take(tenantId, lookAtAll) : lookAtAll())
      } finally {
        await body.end()
      }
    } finally {
      end()
    }
  }

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
    if (announced > 0) count(Math.min(announced, this.#max.body))
    return {
      count: announced > 0 ? () => undefined : count,
      end: () => this.#add(tenantId, -counted),
    }
  }

  #refuseMore(tenantId: string, bytes: number): void {
    const own = (this.#bytes.get(tenantId) ?? 0) + bytes
    if (own <= this.#max.each && this.#all + bytes <= this.#max.all) return
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
