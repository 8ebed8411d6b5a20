import { open } from 'node:fs/promises'
import { refuse } from '../../domain/refusal.ts'
import type { Apart } from '../apart/apart.ts'
import { Unreadable } from '../apart/kinds.ts'
import { ratesOfFile } from './rates-of-file.ts'
import type { RatesOfFile } from './read-rates.ts'

const largest = 20 * 1024 * 1024
const withinMs = 30_000
/** All tenants of a round are given what was read for the first. */
const freshMs = 5 * 60_000

/** Where the operator says that rates are published: a file, or an address. */
export class RatesSource {
  readonly #place: string
  readonly #apart: Apart
  readonly #fetched: typeof fetch
  #last: { at: number; rates: Promise<RatesOfFile> } | undefined

  constructor(place: string, apart: Apart, fetched: typeof fetch = fetch) {
    this.#place = place
    this.#apart = apart
    this.#fetched = fetched
  }

  read(): Promise<RatesOfFile> {
    const now = performance.now()
    if (this.#last !== undefined && now - this.#last.at < freshMs) return this.#last.rates
    const rates = this.#read()
    const last = (this.#last = { at: now, rates })
    rates.catch(() => {
      if (this.#last === last) this.#last = undefined
    })
    return rates
  }

  async #read(): Promise<RatesOfFile> {
    const bytes = await (this.#place.startsWith('https://') ? this.#fetch() : this.#open()).catch(
      (error: unknown) => refuse('UNAVAILABLE', { detail: `The rates cannot be read: ${error}.` }),
    )
    return ratesOfFile(this.#apart, bytes).catch((error: unknown) => {
      if (!(error instanceof Unreadable)) throw error
      return refuse('FILE_UNREADABLE', { detail: `Of the rates: ${error.message}.` })
    })
  }

  async #fetch(): Promise<Uint8Array> {
    const signal = AbortSignal.timeout(withinMs)
    const answer = await this.#fetched(this.#place, { signal, redirect: 'error' })
    if (!answer.ok || answer.body === null) throw new Error(`it answers ${answer.status}`)
    return bounded(answer.body)
  }

  async #open(): Promise<Uint8Array> {
    const file = await open(this.#place)
    try {
      return await bounded(file.createReadStream({ autoClose: false }))
    } finally {
      await file.close()
    }
  }
}

async function bounded(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const read: Uint8Array[] = []
  let size = 0
  for await (const part of parts) {
    size += part.byteLength
    if (size > largest) throw new Error('it is larger than 20 MB')
    read.push(part)
  }
  return Buffer.concat(read)
}
