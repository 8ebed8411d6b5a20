import type { SecondTopic } from './dual-control.ts'
import type { Job } from './job.ts'
import type { Process } from './process.ts'
import type { RefusalTable } from './refusal.ts'

/** What an area adds to the lists that all areas share; the root lists spread its `index.ts`. */
export interface AreaOfRules {
  refusals?: RefusalTable
  processes?: Readonly<Record<string, Process>>
  /** Topics that may take a second person. */
  topics?: Readonly<Record<string, SecondTopic>>
  /** Its background tasks by name. */
  tasks?: readonly string[]
  /** Daily jobs by name. */
  jobs?: Readonly<Record<string, Job>>
}
