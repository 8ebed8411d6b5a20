import { dayIn } from '../../domain/dates.ts'
import { refusals, refuse, type RefusalCode } from '../../domain/refusal.ts'
import { isTimeZone } from '../../domain/time-zones.ts'
import { cronIn } from '../../ports/calendar/cron.ts'

const field = String.raw`[\d*/,-]{1,80}`
const named = String.raw`[\dA-Za-z*/,-]{1,80}`
/** What every reader of cron understands alike: no seconds, no L, W or #, no @daily. */
const shape = new RegExp(String.raw`^${field} ${field} ${field} ${named} ${named}$`)
const names =
  /^(?:\d|[*/,-]|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|MON|TUE|WED|THU|FRI|SAT|SUN)*$/i

const apartMs = 15 * 60_000
/** So many times show each gap that there is: within hours, over midnight, and over months. */
const looked = 110
const since = new Date('2026-01-01T00:00:00Z')

/** Refuses times that never come, come too often, or mean different things to different readers. */
export function refuseTimes(cron: string, timeZone: string): void {
  if (!isTimeZone(timeZone)) fault('TIME_ZONE_UNKNOWN', '/timeZone')
  if (!shape.test(cron) || !names.test(cron.replaceAll(' ', ''))) fault('CRON_INVALID', '/cron')
  const [, , day, , weekday] = cron.split(' ')
  if (day !== '*' && weekday !== '*') fault('CRON_TWO_DAYS', '/cron')
  const runs = runsIn(cron)
  if (runs.length === 0) fault('CRON_NEVER', '/cron')
  const isTooOften = runs.some((run, at) => at > 0 && +run - +(runs[at - 1] as Date) < apartMs)
  if (isTooOften) fault('CRON_TOO_OFTEN', '/cron')
}

/** Where clocks never change, so that what is refused does not hang on the day of the request. */
function runsIn(cron: string): Date[] {
  try {
    return cronIn(cron, 'UTC').nextRuns(looked, since)
  } catch {
    return fault('CRON_INVALID', '/cron')
  }
}

function fault(code: RefusalCode, pointer: string): never {
  return refuse(code, { errors: [{ pointer, code, message: refusals[code][1] }] })
}

/** The first time after an instant. A time that a change of clocks leaves out comes at its end. */
export function nextTime(cron: string, timeZone: string, after: Date): Date {
  const next = cronIn(cron, timeZone).nextRun(after)
  if (next === null) throw new Error(`${cron} never comes again`)
  return next
}

/**
 * The times from one that is due to the present: of a day only the last, and none that is longer
 * ago than `reachMs`, so that an outage is not made up for by a flood.
 */
export function timesDue(
  { cron, timeZone, first }: { cron: string; timeZone: string; first: Date },
  now: Date,
  reachMs: number,
): Date[] {
  const earliest = new Date(now.getTime() - reachMs)
  const lastOfDay = new Map<string, Date>()
  let at = first < earliest ? nextTime(cron, timeZone, earliest) : first
  for (; at <= now; at = nextTime(cron, timeZone, at)) lastOfDay.set(dayIn(timeZone, at), at)
  return [...lastOfDay.values()]
}
