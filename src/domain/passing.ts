/*
 * Which failures pass and which stay, for all who try again: what passes is tried again for as long
 * as it lasts, what stays is left to a person.
 */

/** Refusals that a later try may not meet: a part that is away, or another who was quicker. */
const passingRefusals = new Set([
  'UNAVAILABLE',
  'OVERLOADED',
  'INTERNAL',
  'TOOK_TOO_LONG',
  'VERSION_CONFLICT',
  'ALREADY_EXISTS',
  'REPORT_RUNNING',
])
const awayRefusals = new Set(['UNAVAILABLE', 'OVERLOADED'])

export const passes = (code: string): boolean => passingRefusals.has(code)

/** A part of the platform is away, or cannot keep up: nobody's fault, and nothing to be refused for. */
export const isOfAwayPart = (code: string): boolean => awayRefusals.has(code)

/**
 * What a step of a process waits for, however long: a disk that hardly writes lets everything take
 * too long. Where it is the step alone, whoever looks after what stands still is told.
 */
export const isWaitedFor = (code: string): boolean => isOfAwayPart(code) || code === 'TOOK_TOO_LONG'

/** PostgreSQL: its connections, its resources, its operator, and a standby that is not the first. */
const ofDatabase = /^(?:08...|53...|57(?!014)...|58030|25006)$/

/** A statement was ended for its length, or by an operator: the database itself is there. */
export const wasCancelled = (code: string): boolean => code === '57014'

/** The disk: full, read-only, broken, taken away, or not ours at present. */
const ofDisk = [
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EROFS',
  'EACCES',
  'EPERM',
  'EBUSY',
  'ESTALE',
  'ENODEV',
  'ENXIO',
]
/** What this process has run out of. */
const ofProcess = ['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM', 'ENOBUFS']
const ofNetwork = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ENOTFOUND',
]
/** A mail server's own words for the same, its login and its protocol, which are an operator's. */
const ofMail = ['ECONNECTION', 'ESOCKET', 'EDNS', 'ETLS', 'EAUTH', 'EPROTOCOL', 'EMAXLIMIT']

const passing = new Set([...ofDisk, ...ofProcess, ...ofNetwork, ...ofMail])

/** The driver of the database says some of it in words alone. */
const inWords =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|not queryable/

/** Whether this error says that a part is away: the code is of the system, a driver or the database. */
export function saysAway(code: string, message: string): boolean {
  return ofDatabase.test(code) || passing.has(code) || inWords.test(message)
}
