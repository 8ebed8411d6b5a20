import { Socket } from 'node:net'
import { FrameReader, framed, framedToCome, type Frame } from './frames.ts'
import { Unreadable, type Given, type Works } from './kinds.ts'

/** Where answers go: what a library prints must not come between them. */
const answersAt = 3

/** Does what it is sent, one after the other, until nobody is there to send any more. */
export function serveWorks(works: Works): void {
  const answers = new Socket({ fd: answersAt, readable: false, writable: true })
  const answer: Answer = (head, parts = [], comesBack = false) => {
    const whole = { head, parts: [...parts] }
    for (const piece of comesBack ? framedToCome(whole) : framed(whole)) answers.write(piece)
  }
  const reader = new FrameReader()
  process.stdin.on('data', (chunk: Buffer) => {
    for (const frame of reader.push(chunk)) void done(works, frame, answer)
  })
  process.stdin.on('end', () => process.exit())
  answers.on('error', () => process.exit())
  answer({ ready: true })
}

type Answer = (head: Frame['head'], parts?: Given['parts'], comesBack?: boolean) => void

async function done(works: Works, { head, parts, coming }: Frame, answer: Answer): Promise<void> {
  const { kind, value, comesBack } = head
  if (coming !== undefined) coming.onPace = pace
  try {
    const work = await works[String(kind)]?.().catch((error: unknown) => {
      throw new Away(String(error))
    })
    if (work === undefined) throw new Away(`no work is called ${String(kind)}`)
    const result = await work({ value, parts, ...(coming && { coming }) })
    answer({ value: result.value }, result.parts, comesBack === true)
  } catch (error) {
    answer(told(error))
  } finally {
    coming?.leave()
  }
}

const pace = (mayCome: boolean) => void (mayCome ? process.stdin.resume() : process.stdin.pause())

/** What the work needs could not be loaded: nothing that was sent is to blame. */
class Away extends Error {}

function told(error: unknown): Frame['head'] {
  if (error instanceof Unreadable) return { unreadable: { code: error.code, why: error.message } }
  if (error instanceof Away) return { away: error.message }
  return { thrown: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
