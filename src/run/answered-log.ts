import pino from 'pino'
import type { Environment } from '../environment.ts'
import type { Answered } from '../kernel/http/answered.ts'

type Keep = (answered: Answered) => void

/** Lines wait for this many bytes, or this long, so that a request costs no write of its own. */
const together = { sync: false, minLength: 4_096, periodicFlush: 1_000 }

/** A line a request: for people on a terminal, else JSON as all of the log. */
export function answeredLog(environment: Environment, fd = 1): Keep {
  if (fd === 1 && process.stdout.isTTY && isSaid(environment)) {
    return (answered) => process.stdout.write(`${lineOf(answered)}\n`)
  }
  const level = environment.RECEIVABLES_LOG_LEVEL
  const timestamp = pino.stdTimeFunctions.isoTime
  const log = pino({ level, base: null, timestamp }, pino.destination({ fd, ...together }))
  return ({ ms, ...answered }) => log.info({ ...answered, ms: Math.round(ms * 10) / 10 })
}

const isSaid = ({ RECEIVABLES_LOG_LEVEL: level }: Environment) =>
  ['trace', 'debug', 'info'].includes(level)

const width = 44

export function lineOf({ method, path = '–', status, ms, code, principalId }: Answered): string {
  const time = new Date().toISOString().slice(11, 19)
  const asked = `${method.padEnd(4)} ${path}`.padEnd(width)
  const by = principalId === undefined ? '' : `  ${principalId}`
  return `${time}  ${asked} ${status}  ${ms.toFixed(0).padStart(4)} ms${by}${code ? `  ${code}` : ''}`
}
