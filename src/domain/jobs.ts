import { bookkeeping } from './bookkeeping/index.ts'
import { clients } from './clients/index.ts'
import { factoring } from './factoring/index.ts'
import { invoices } from './invoices/index.ts'
import { loans } from './loans/index.ts'
import type { Job } from './job.ts'
import { payments } from './payments/index.ts'
import { payouts } from './payouts/index.ts'
import { reminders } from './reminders/index.ts'
import { system } from './system/index.ts'

const all = {
  ...system.jobs,
  ...bookkeeping.jobs,
  ...clients.jobs,
  ...factoring.jobs,
  ...invoices.jobs,
  ...loans.jobs,
  ...payments.jobs,
  ...payouts.jobs,
  ...reminders.jobs,
} as const

export type JobName = keyof typeof all

/** Every daily job by name, of all areas. */
export const jobs: Readonly<Record<JobName, Job>> = all

export const jobNames = Object.keys(jobs) as JobName[]

export const isJobName = (name: string): name is JobName => Object.hasOwn(jobs, name)

/** One schedule for each job and time zone, under this id. */
export const scheduleIdOf = (job: JobName, timeZone: string) =>
  `${schedulePrefix}${job}/${timeZone}`
export const schedulePrefix = 'job/'

/** The name of a job's run for a day, as people read it: `invoice.due/2026-11-22`. */
export const jobRunIdOf = (job: JobName, asOfDate: string) => `${job}/${asOfDate}`
