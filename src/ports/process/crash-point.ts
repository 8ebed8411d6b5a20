import { writeSync } from 'node:fs'

/** Where a kill test may have its process die, in the order of a command's life. */
const crashPoints = [
  'before-commit',
  'message-sent',
  'message-answered',
  'after-commit',
  'sent-to-engine',
  'before-activity',
  'file-half-written',
  'after-step',
  'after-activity',
  'mailed',
  'file-delivered',
  'at-rail',
  'delivery-claimed',
  'delivery-answered',
  'key-made',
  'key-switched',
  'page-resealed',
] as const
type CrashPoint = (typeof crashPoints)[number]

interface Armed {
  at: string
  point: string
  about: readonly string[]
}

let armed: Armed | undefined

/** `point@about@…`: only what is about all of these is struck. Refused but in tests. */
export function armCrashPoint(at: string | undefined, mode = process.env['NODE_ENV']): void {
  if (at === undefined) return
  if (mode !== 'test') {
    throw new Error('RECEIVABLES_CRASH_AT has a process kill itself: only with NODE_ENV=test')
  }
  const [point = '', ...about] = at.split('@')
  if (!crashPoints.some((known) => known === point)) {
    throw new Error(`RECEIVABLES_CRASH_AT begins with one of ${crashPoints.join(', ')}`)
  }
  armed = { at, point, about }
}

/** Ends the process here as `kill -9` would, where it is armed for this and what it is about. */
export function crashPoint(point: CrashPoint, about: () => readonly unknown[]): void {
  if (armed === undefined || armed.point !== point) return
  const present = about()
  if (!armed.about.every((wanted) => present.includes(wanted))) return
  writeSync(1, `dies at ${armed.at}\n`)
  process.kill(process.pid, 'SIGKILL')
}
