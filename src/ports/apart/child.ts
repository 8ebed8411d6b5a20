import { spawn, type ChildProcess } from 'node:child_process'
import { realpathSync } from 'node:fs'
import type { Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { once } from 'node:events'
import { FrameReader, framedPieces, type Coming, type Frame, type FrameToSend } from './frames.ts'

const root = realpathSync(join(import.meta.dirname, '..', '..', '..'))

export interface ChildLimits {
  /** What it may have besides the half gigabyte that the engine only sets aside. */
  memoryMb: number
  /** All of its life; it also ends one that nobody is left to kill. */
  cpuSeconds: number
}

const setAsideMb = 640

/** Limits that the kernel keeps, whatever the program does. */
const limited = 'ulimit -c 0; ulimit -t "$1"; ulimit -d "$2" 2>/dev/null; shift 2; exec "$@"'

/** Each with whether it is the last, which is known only once there is no other. */
async function* withLast(pieces: AsyncIterable<Uint8Array>) {
  let before: Uint8Array | undefined
  for await (const piece of pieces) {
    if (before !== undefined) yield { piece: before, isLast: false }
    before = piece
  }
  if (before !== undefined) yield { piece: before, isLast: true }
}

/** How a child ended, if nobody asked it to. */
export type Ending = 'never ready' | 'died'

/**
 * A process that does what it is sent. It knows no secret of ours: it gets an empty environment,
 * may read the sources and packages alone, and may write nothing.
 */
export class Child {
  readonly #process: ChildProcess
  readonly #answers: Socket
  readonly #reader = new FrameReader()
  #ready = false
  #onAnswer: ((frame: Frame) => void) | undefined
  #onEnd: (() => void) | undefined
  #coming: Coming | undefined
  readonly #closed: Promise<unknown>
  #ended = false
  /** How much it was sent so far. */
  sent = 0

  constructor(program: string, { memoryMb, cpuSeconds }: ChildLimits, addons: boolean) {
    const readable = [join(root, 'src'), join(root, 'node_modules'), join(root, 'package.json')]
    const heapMb = Math.min(256, memoryMb)
    const args = [
      '--permission',
      ...[...readable, dirname(program)].map((path) => `--allow-fs-read=${path}`),
      ...(addons ? ['--allow-addons'] : []),
      `--max-old-space-size=${heapMb}`,
      '--disable-warning=SecurityWarning',
      program,
    ]
    const limits = [String(cpuSeconds), String((setAsideMb + memoryMb) * 1024)]
    const command = ['-c', limited, 'sh', ...limits, process.execPath, ...args]
    // In a group of its own: Ctrl-C reaches us alone, and we end it.
    this.#process = spawn('/bin/sh', command, {
      cwd: '/',
      env: { TZ: 'UTC', MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '2' },
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    })
    this.#answers = this.#process.stdio[3] as Socket
    this.#closed = once(this.#process, 'close').catch(() => undefined)
    this.#listen()
    this.#keepUs(false)
  }

  get ended(): boolean {
    return this.#ended
  }

  /** Its answer, or how it ended before it gave one. */
  do(frame: FrameToSend): Promise<Frame | Ending> {
    this.sent++
    this.#keepUs(true)
    let isSent = false
    return new Promise<Frame | Ending>((resolve, reject) => {
      this.#onAnswer = (answer) => {
        // It has answered before it had all: it would take what comes now for the rest.
        resolve(answer)
        if (!isSent) this.kill()
      }
      this.#onEnd = () => resolve(this.#ready ? 'died' : 'never ready')
      if (this.#ended) return this.#onEnd()
      const sending = this.#send(frame, () => (isSent = true))
      sending.catch((error: unknown) => {
        // It waits for the rest, and would take the next frame for it.
        reject(error)
        this.kill()
      })
    }).finally(() => {
      this.#onAnswer = undefined
      this.#onEnd = undefined
      this.#keepUs(false)
    })
  }

  /** At once: whatever it is at. */
  kill(): void {
    this.#process.kill('SIGKILL')
    this.#gone()
  }

  /** No faster than it takes it. */
  async #send(frame: FrameToSend, onLast: () => void): Promise<void> {
    const { stdin } = this.#process
    if (stdin === null) return
    for await (const { piece, isLast } of withLast(framedPieces(frame))) {
      if (this.#ended) return
      if (isLast) onLast()
      const drained = stdin.write(piece) || once(stdin, 'drain').catch(() => undefined)
      await Promise.race([drained, this.#closed])
    }
  }

  #listen(): void {
    const gone = () => this.#gone()
    this.#process.once('error', gone)
    // Later than its exit: what it answered just before may still be on its way.
    this.#process.once('close', gone)
    this.#process.stdin?.on('error', gone)
    this.#answers.on('error', gone)
    this.#answers.on('data', (chunk: Uint8Array) => this.#take(chunk))
  }

  #take(chunk: Uint8Array): void {
    try {
      for (const frame of this.#reader.push(chunk)) {
        if (frame.coming !== undefined) this.#follow(frame.coming)
        if (frame.head['ready'] === true) this.#ready = true
        else this.#onAnswer?.(frame)
      }
    } catch {
      // What it says is no answer, so that it is not trusted with another.
      this.kill()
    }
  }

  /** It says no more than is taken of it. */
  #follow(coming: Coming): void {
    this.#coming = coming
    coming.onPace = (mayCome) => void (mayCome ? this.#answers.resume() : this.#answers.pause())
  }

  #gone(): void {
    this.#ended = true
    this.#coming?.fail(new Error('whoever sent it is gone'))
    this.#onEnd?.()
  }

  /** A child that waits for work keeps no process from ending. */
  #keepUs(atWork: boolean): void {
    const change = atWork ? 'ref' : 'unref'
    this.#process[change]()
    this.#answers[change]()
    ;(this.#process.stdin as Socket | null)?.[change]()
  }
}
