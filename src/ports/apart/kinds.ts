/** What is done apart: how long one of it may take, and whether somebody else's bytes are in it. */
interface KindFacts {
  timeMs: number
  /** Foreign bytes: done by a process that works for no other tenant, then or later. */
  foreign: boolean
}

export const kinds = {
  picture: { timeMs: 15_000, foreign: true },
  logotype: { timeMs: 10_000, foreign: true },
  rates: { timeMs: 10_000, foreign: true },
  bankFile: { timeMs: 300_000, foreign: true },
  statusReport: { timeMs: 300_000, foreign: true },
  privateKey: { timeMs: 10_000, foreign: true },
  specification: { timeMs: 15_000, foreign: true },
  invoicePdf: { timeMs: 10_000, foreign: false },
} as const satisfies Record<string, KindFacts>

export type Kind = keyof typeof kinds

/** What a work is given, and gives: plain values, and bytes beside them. */
export interface Given {
  value: unknown
  parts: readonly Uint8Array[]
  /** In place of parts: bytes that are still on their way. */
  coming?: AsyncIterable<Uint8Array>
}

/** Bytes on their way to who does it, so many as are said; asked for again where that died. Alone. */
export interface Streamed {
  byteLength: number
  pieces(): AsyncIterable<Uint8Array>
}

export interface Asked extends Omit<Given, 'parts' | 'coming'> {
  parts: readonly (Uint8Array | Streamed)[]
  /** Takes the bytes of the answer while they come, in place of its parts. */
  into?: (bytes: AsyncIterable<Uint8Array>) => Promise<unknown>
}
export type Work = (given: Given) => Promise<Given>
export type Works = Readonly<Record<string, () => Promise<Work>>>

/** Of somebody else's bytes: they are not what they should be, and why. */
export class Unreadable extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'Unreadable'
    this.code = code
  }
}
