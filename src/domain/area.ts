import type { Job } from './job.ts'
import type { Process } from './process.ts'
import type { RefusalTable } from './refusal.ts'

/** What an area adds to the tables that all share: its `index.ts` says it, and each table spreads it. */
export interface AreaOfRules {
  /** Prefixes of its ids. */
  ids?: Readonly<Record<string, string>>
  refusals?: RefusalTable
  processes?: Readonly<Record<string, Process>>
  /** What of it takes a second person. */
  topics?: readonly string[]
  /** Its background tasks by name. */
  tasks?: readonly string[]
  /** What is done for each tenant every day, by name. */
  jobs?: Readonly<Record<string, Job>>
}
