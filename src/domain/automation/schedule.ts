import { plusDays, type BusinessDate } from '../dates.ts'
import { life } from '../life.ts'
import type { ModuleCode } from '../system/modules.ts'

/** What a tenant has made at set times. */
export const scheduleKinds = ['BOOKKEEPING_FILE', 'QUERY_REPORT'] as const
export type ScheduleKind = (typeof scheduleKinds)[number]

/** The modules of what is made. */
export const modulesOfKinds: Readonly<Partial<Record<ScheduleKind, ModuleCode>>> = {
  QUERY_REPORT: 'reports',
}

export const recipientsMax = 20
/** Of one tenant, both kinds together. */
export const schedulesMax = 500
/** Of one client, of its own making. */
export const schedulesOfClientMax = 20

/** Schedules of a tenant stand in Temporal under this id. */
export const tenantSchedulePrefix = 'schedule/'

export const tenantScheduleIdOf = (tenantId: string, scheduleId: string) =>
  `${tenantSchedulePrefix}${tenantId}/${scheduleId}`

/** The key of a tenant's errand for those that Temporal refuses. */
export const refusedSchedulesKey = 'schedules/refused'

export const scheduleOutcomes = ['SENT', 'NOTHING', 'FAILED'] as const

export const scheduleRunStatuses = ['QUEUED', 'PRODUCED', 'SENT', 'NOTHING', 'FAILED'] as const
export type ScheduleRunStatus = (typeof scheduleRunStatuses)[number]

/** One time of a schedule: its files are made, then mailed; what failed is tried again by a person. */
export const lifeOfScheduleRun = life('run', 'SCHEDULE_RUN_NOT_FAILED', scheduleRunStatuses, {
  produce: { from: ['QUEUED'], to: 'PRODUCED' },
  findNothing: { from: ['QUEUED'], to: 'NOTHING' },
  send: { from: ['PRODUCED'], to: 'SENT', event: 'runSent' },
  fail: { from: ['QUEUED', 'PRODUCED'], to: 'FAILED', event: 'runFailed' },
  retry: { from: ['FAILED'], to: 'QUEUED' },
})

/** In which the bookkeeping files are, that are made at set times or by hand. */
export const bookkeepingFileFormats = ['SIE4I', 'CSV', 'XLSX', 'JSON'] as const
export type BookkeepingFileFormat = (typeof bookkeepingFileFormats)[number]

/** Whose books are written: those of clients, or the tenant's own. */
export const books = ['CLIENTS', 'TENANT'] as const

/** A time of the day, said as people say it. */
export const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY'] as const
export type Frequency = (typeof frequencies)[number]

export interface Rhythm {
  frequency: Frequency
  at: string
}

const tails: Readonly<Record<Frequency, string>> = {
  DAILY: '* * *',
  WEEKLY: '* * 1',
  MONTHLY: '1 * *',
}

/** Every day, every Monday, or every first of a month, at this time. */
export function cronOf({ frequency, at }: Rhythm): string {
  const [hour, minute] = at.split(':').map(Number)
  return `${minute} ${hour} ${tails[frequency]}`
}

/** The same backwards; null for what only a cron expression says. */
export function rhythmOf(cron: string): Rhythm | null {
  const [, minute, hour, tail] = /^(\d{1,2}) (\d{1,2}) (.*)$/.exec(cron) ?? []
  const frequency = frequencies.find((each) => tails[each] === tail)
  if (minute === undefined || hour === undefined || frequency === undefined) return null
  return { frequency, at: `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}` }
}

/** Days that a schedule names by words: each run knows them by the day that it was planned for. */
export const dayWords = [
  'TODAY',
  'YESTERDAY',
  'START_OF_MONTH',
  'START_OF_LAST_MONTH',
  'END_OF_LAST_MONTH',
] as const
export type DayWord = (typeof dayWords)[number]

export function dayOf(word: DayWord, planned: BusinessDate): BusinessDate {
  const start = `${planned.slice(0, 7)}-01`
  const endOfLast = plusDays(start, -1)
  const days: Record<DayWord, BusinessDate> = {
    TODAY: planned,
    YESTERDAY: plusDays(planned, -1),
    START_OF_MONTH: start,
    START_OF_LAST_MONTH: `${endOfLast.slice(0, 7)}-01`,
    END_OF_LAST_MONTH: endOfLast,
  }
  return days[word]
}

export const isDayWord = (text: unknown): text is DayWord => dayWords.some((word) => word === text)
