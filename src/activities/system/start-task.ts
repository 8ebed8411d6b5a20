import { isBound } from '../../domain/access/scope.ts'
import { refuse } from '../../domain/refusal.ts'
import { activeTaskStatuses, type TaskSelection } from '../../domain/system/background-task.ts'
import type { TaskName } from '../../domain/tasks.ts'
import { BackgroundTask } from '../../entities/background-task.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { lockKey } from '../../kernel/write/lock-key.ts'

export interface NewTask {
  taskName: TaskName
  /** Whose things they are, where they are one client's. */
  clientId?: string | null
  /** Which: these, or what a filter of their list finds; else what the task finds by itself. */
  ids?: readonly string[] | undefined
  filter?: Readonly<Record<string, unknown>> | undefined
  input: Record<string, unknown>
  /** The field of the input of whose every value there is a task of its own at a time. */
  oneOf?: string
  /** Only what would become of each is asked. */
  dryRun?: boolean
}

/** Work on many things, from its request on; one at a time of a name, a client and a subject. */
export async function startTask(unit: Unit, task: NewTask): Promise<BackgroundTask> {
  const { taskName, dryRun = false } = task
  const clientId = task.clientId ?? unit.scope.clientId
  if (unit.scope.debtorId !== null) refuse('ACCESS_DENIED')
  const subject = task.oneOf === undefined ? {} : { [task.oneOf]: task.input[task.oneOf] }
  const alike = [taskName, clientId ?? '', dryRun, ...Object.values(subject)]
  await lockKey(unit, 'task', alike.join(' '))
  await refuseSecond(unit, { taskName, clientId, dryRun }, subject)
  const { input } = unit.runtime.registered.tasks[taskName]
  const unique = [...new Set(task.ids)]
  const made = unit.add(BackgroundTask, {
    taskName,
    clientId,
    ofTenant: !isBound(unit.scope),
    status: 'QUEUED',
    total: unique.length,
    processed: 0,
    succeeded: 0,
    failed: 0,
    input: input.parse(task.input),
    dryRun,
    ...(await chosen(unit, task)),
    settledTo: 0,
    requestedBy: unit.principal.id,
    requestedByName: unit.principal.name.slice(0, 200),
    openedBy: unit.scope.openedBy ?? null,
    assignedOnly: unit.scope.clients === 'set',
  })
  await unit.flush()
  await addItems(unit, made.id, 0, unique)
  unit.start('runTask', made.id, clientId === null ? {} : { RxClient: clientId })
  return made
}

/** A dry run is in nobody's way. */
async function refuseSecond(
  unit: Unit,
  alike: { taskName: TaskName; clientId: string | null; dryRun: boolean },
  subject: Record<string, unknown>,
): Promise<void> {
  const moving = { $in: [...activeTaskStatuses] }
  // Also one that the caller may not see is in the way.
  const all = await unit.widened(() => unit.all(BackgroundTask, { ...alike, status: moving }))
  const running = all.find(({ input }) =>
    Object.entries(subject).every(([name, value]) => input[name] === value),
  )
  if (running === undefined) return
  const isHidden = (await unit.find(BackgroundTask, { id: running.id })) === null
  if (isHidden) refuse('TASK_RUNNING')
  refuse('TASK_RUNNING', { detail: `The task ${running.id} is ${running.status}.` })
}

/** What nobody named is found page by page while the task runs, up to what there is by now. */
async function chosen(unit: Unit, { taskName, ids, filter }: NewTask) {
  if (ids !== undefined) return { walked: true }
  const { kind, over, find } = unit.runtime.registered.tasks[taskName]
  const selectedUntil = unit.newId(kind)
  const selection: TaskSelection = filter === undefined ? {} : { filter }
  if (filter === undefined) {
    if (find === undefined) throw new Error(`the task ${taskName} finds nothing by itself`)
    return { selection, selectedUntil, walked: false }
  }
  if (over === undefined) throw new Error(`the task ${taskName} has nothing to choose from`)
  const total = await over.countOfIds(unit, filter, selectedUntil)
  return { selection, selectedUntil, walked: false, total }
}

/** Things of the task, behind those that it has. */
export async function addItems(
  unit: Unit,
  taskId: string,
  behind: number,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await unit.transaction.query(
    `insert into background_task_item (tenant_id, task_id, position, entity_id, status)
     select $1, $2, $4::int + place, entity_id, 'WAITING'
     from unnest($3::uuid[]) with ordinality as given (entity_id, place)`,
    [unit.tenantId, taskId, [...ids], behind],
  )
}
