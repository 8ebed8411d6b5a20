import type { Refusal } from '../../domain/refusal.ts'
import type { ErrandAction, ErrandType } from '../../domain/system/errand.ts'
import type { TaskName } from '../../domain/system/background-task.ts'
import type { InboundKind } from '../../domain/webhooks/inbound.ts'
import type { InboundEvent } from '../../entities/inbound-event.ts'
import type { SystemErrand } from '../../entities/system-errand.ts'
import type { Unit } from './unit.ts'

/** Whether the cause of an errand is still there. */
export type ErrandCause = (unit: Unit, errand: SystemErrand) => Promise<boolean>

/** What can be done about an errand: of which kind of subject, and the verb that does it. */
export interface ErrandAct {
  of: string
  act: (unit: Unit, subjectId: string) => Promise<unknown>
}

type Step = (unit: Unit, event: InboundEvent) => Promise<void>

/** What is done about what another system tells. */
export interface Applier {
  /** What has to be done about it at once, whether or not it can be applied. */
  heed?: Step
  /** Changes what it is about; null until that is built, and the event is kept meanwhile. */
  apply: Step | null
}

export type Appliers = Readonly<Record<InboundKind, Applier>>

/** What a task does with one of its things, in a transaction of its own; told twice it bears it. */
export type TaskItemVerb = (
  unit: Unit,
  entityId: string,
  input: Record<string, unknown>,
) => Promise<void>

/** What a task does with many of its things in one transaction; answers what was refused. */
export type TogetherVerb = (
  unit: Unit,
  ids: readonly string[],
  input: Record<string, unknown>,
) => Promise<ReadonlyMap<string, Refusal>>

export interface TaskWork {
  each: TaskItemVerb
  together?: TogetherVerb
}

/** A debtor is somebody else from now on, or nobody: what is counted on who they are follows. */
export type IdentityMoved = (
  unit: Unit,
  debtorId: string,
  from: string | null,
  to: string | null,
) => Promise<void>

/** The verbs that an area does not import, because they belong to one after it in the order. */
export interface Registered {
  tasks: Readonly<Record<TaskName, TaskWork>>
  /** Of a type without a check nobody can tell. */
  errandCauses: Readonly<Partial<Record<ErrandType, ErrandCause>>>
  errandActions: Readonly<Record<ErrandAction, ErrandAct>>
  appliers: Appliers
  identityMoved: readonly IdentityMoved[]
}
