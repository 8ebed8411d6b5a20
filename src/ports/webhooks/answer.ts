import type { Dispatcher } from 'undici'

/** What came of one POST: an answer with its status, or why there was none. */
export interface Posted {
  status: number | null
  error: string | null
  durationMs: number
  response: string | null
}

const bodyMs = 2_000
const keptBytes = 4_096
const firstFinal = 200

/** Takes the head of an answer and the beginning of its body, then lets go of the rest. */
export class Answer implements Dispatcher.DispatchHandler {
  readonly #startedAt = performance.now()
  readonly #deadline: NodeJS.Timeout
  readonly #end: (posted: Posted) => void
  readonly #reason: (error: unknown) => string
  #controller: Dispatcher.DispatchController | undefined
  #bodyTimer: NodeJS.Timeout | undefined
  #status: number | undefined
  readonly #chunks: Buffer[] = []
  #size = 0
  #over = false

  constructor(
    deadlineMs: number,
    end: (posted: Posted) => void,
    reason: (error: unknown) => string,
  ) {
    this.#end = end
    this.#reason = reason
    const late = new Error(`No answer within ${deadlineMs / 1000} s`)
    this.#deadline = setTimeout(() => this.stop(late), deadlineMs)
  }

  /** Whatever has not come by now is not waited for. */
  stop(error: Error): void {
    this.#finish(error)
    this.#controller?.abort(error)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // It had to wait for a connection, and has been given up meanwhile: nothing of it is sent.
    if (this.#over) controller.abort(new Error('given up'))
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number): void {
    if (status < firstFinal || this.#over) return
    this.#status = status
    this.#bodyTimer = setTimeout(() => this.#letGo(), bodyMs)
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#over) return
    // Copied, so that nothing of what came with it is kept.
    const part = Buffer.from(chunk.subarray(0, keptBytes - this.#size))
    this.#chunks.push(part)
    this.#size += part.length
    if (this.#size >= keptBytes) this.#letGo()
  }

  onResponseEnd(): void {
    this.#finish()
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#finish(error)
  }

  #letGo(): void {
    this.#finish()
    this.#controller?.abort(new Error('read enough'))
  }

  /** An error after the head changes nothing: the status has come. */
  #finish(error?: unknown): void {
    if (this.#over) return
    this.#over = true
    clearTimeout(this.#deadline)
    clearTimeout(this.#bodyTimer)
    const durationMs = Math.round(performance.now() - this.#startedAt)
    const status = this.#status
    if (status === undefined) {
      this.#end({ status: null, error: this.#reason(error), durationMs, response: null })
    } else {
      this.#end({ status, error: null, durationMs, response: readable(this.#chunks) })
    }
  }
}

/** As text that a database takes: answers may hold anything. */
function readable(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8').replaceAll('\u0000', '').slice(0, keptBytes)
}
