export const taskStatuses = [
  'QUEUED',
  'RUNNING',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
  'CLOSED',
] as const
export type TaskStatus = (typeof taskStatuses)[number]

/** Of these one task of a name is at work, and no second beside it. */
export const activeTaskStatuses = ['QUEUED', 'RUNNING'] as const

export const isTaskActive = (status: TaskStatus): boolean =>
  (activeTaskStatuses as readonly TaskStatus[]).includes(status)

export const taskItemStatuses = ['WAITING', 'DONE', 'FAILED', 'SKIPPED'] as const

/** How the things of a task are chosen that nobody named: by a filter of their list, or its query. */
export interface TaskSelection {
  filter?: Readonly<Record<string, unknown>>
}

/** How many things are worked on between two looks at whether the task goes on. */
export const taskChunk = 500
export const taskIdsMax = 10_000
export const taskErrorsShown = 100

/** Of those that nobody did anything about before the task ended. */
export const skippedOf = ({ total, processed, endedAt }: Omit<Pace, 'updatedAt'>): number =>
  endedAt == null ? 0 : total - processed

interface Pace {
  total: number
  processed: number
  startedAt?: Date | null | undefined
  endedAt?: Date | null | undefined
  updatedAt: Date
}

/** How many things it does in a second, and in how many seconds it will be done at that rate. */
export function paceOf({ total, processed, startedAt, endedAt, updatedAt }: Pace) {
  const worked = startedAt == null ? 0 : (endedAt ?? updatedAt).getTime() - startedAt.getTime()
  const rate = worked > 0 && processed > 0 ? (processed * 1000) / worked : null
  const left = endedAt != null ? 0 : rate === null ? null : Math.ceil((total - processed) / rate)
  return { itemsPerSecond: rate === null ? null : Number(rate.toPrecision(3)), secondsLeft: left }
}

interface Standing extends ReturnType<typeof paceOf> {
  open: boolean
  status: string
  total: number
  processed: number
  failed: number
}

/** Where a task stands, for who looks at its process. */
export function standingText(standing: Standing): string {
  const { open, status, total, processed, failed, itemsPerSecond, secondsLeft } = standing
  const so = `${processed} of ${total} worked on, ${failed} of them refused`
  const pace = itemsPerSecond === null ? '' : `, ${itemsPerSecond} a second`
  if (!open) return `${so}${pace}. It is ${status}.`
  return `${so}${pace}; ${secondsLeft === null ? 'the next follow' : `${secondsLeft} s are left`}.`
}

/** How a task ends: some of its things may fail; all of them is a failure. */
export function endOf(task: { total: number; failed: number }): 'COMPLETED' | 'FAILED' {
  return task.total > 0 && task.failed === task.total ? 'FAILED' : 'COMPLETED'
}

/**
 * Things in as few groups as can be, none longer than that and none with two that touch the same;
 * those that wait for another come after it.
 */
export function groupsOf<Thing>(
  things: readonly Thing[],
  max: number,
  touched: (thing: Thing) => readonly string[],
): Thing[][] {
  const groups: Thing[][] = []
  const lastOf = new Map<string, number>()
  let open = 0
  for (const thing of things) {
    const ids = touched(thing)
    let at = Math.max(open, ...ids.map((id) => (lastOf.get(id) ?? -1) + 1))
    while ((groups[at]?.length ?? 0) >= max) at++
    ;(groups[at] ??= []).push(thing)
    for (const id of ids) lastOf.set(id, at)
    while ((groups[open]?.length ?? 0) >= max) open++
  }
  return groups
}
