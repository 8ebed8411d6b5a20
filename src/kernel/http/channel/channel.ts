import type { Caller } from '../../../policy/authenticate.ts'
import { streamBlockOf, asShownTo, mayReceive, type StreamedEvent } from './streamed-events.ts'

/** Why a channel is closed; the last thing it says. */
export type ClosingReason = 'ENDED' | 'ACCESS_DENIED' | 'SLOW' | 'STOPPING' | 'UNAVAILABLE'

const waitingMax = 1024 * 1024
const beatMs = 15_000
const opening = 'retry: 3000\n: open\n\n'

/** One reader. What it has not taken yet waits here, and it is given up when that is too much. */
export class Channel {
  readonly tenantId: string
  readonly hash: string
  readonly stream: ReadableStream<Uint8Array>
  caller: Caller
  /** It was sent what it had missed, and is sent what is new from then on. */
  isCurrent = false
  #lastSentMs: number
  /** What it had missed and was sent: another look may still come to it. */
  readonly #caughtUp = new Set<string>()
  #waiting: Buffer[] = []
  #bytes = 0
  #closing = false
  readonly #ended: (reason: ClosingReason) => void
  #wake: () => void = () => undefined

  constructor(caller: Caller, hash: string, nowMs: number, ended: (reason: ClosingReason) => void) {
    this.tenantId = caller.tenantId
    this.caller = caller
    this.hash = hash
    this.#lastSentMs = nowMs
    this.#ended = ended
    this.stream = new ReadableStream<Uint8Array>(
      { pull: (controller) => this.#give(controller), cancel: () => this.#leave('ENDED') },
      { highWaterMark: 0 },
    )
    this.#put(opening)
  }

  /** Sends what it missed while nobody listened. */
  catchUp(event: StreamedEvent, nowMs: number): void {
    this.send(event, nowMs)
    this.#caughtUp.add(event.id)
  }

  send(event: StreamedEvent, nowMs: number): void {
    if (this.#caughtUp.has(event.id) || !mayReceive(this.caller, event)) return
    this.say(streamBlockOf(asShownTo(this.caller, event), this.tenantId), nowMs)
  }

  /** That the other end is still there shows by writing to it. */
  beat(nowMs: number): void {
    if (nowMs - this.#lastSentMs >= beatMs) this.say(': beat\n\n', nowMs)
  }

  say(text: string, nowMs: number): void {
    if (this.#closing) return
    this.#lastSentMs = nowMs
    this.#put(text)
    if (this.#bytes > waitingMax) this.close('SLOW')
  }

  close(reason: ClosingReason): void {
    if (this.#closing) return
    // A listener who lost the right does not get the events that still wait.
    this.#waiting = []
    this.#put(`event: closed\ndata: ${JSON.stringify({ reason })}\n\n`)
    this.#leave(reason)
  }

  #leave(reason: ClosingReason): void {
    if (this.#closing) return
    this.#closing = true
    this.#wake()
    this.#ended(reason)
  }

  #put(text: string): void {
    const bytes = Buffer.from(text)
    this.#waiting.push(bytes)
    this.#bytes += bytes.length
    this.#wake()
  }

  /** Asked for more, it gives all there is, or waits until there is something. */
  async #give(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    while (this.#waiting.length === 0 && !this.#closing) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    if (this.#waiting.length > 0) controller.enqueue(Buffer.concat(this.#waiting))
    this.#waiting = []
    this.#bytes = 0
    if (this.#closing) controller.close()
  }
}
