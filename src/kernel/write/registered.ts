import type { z } from 'zod'
import type { SettingKind } from '../../domain/clients/client.ts'
import type { BusinessDate } from '../../domain/dates.ts'
import type { IdKind } from '../../domain/ids.ts'
import type { JobName } from '../../domain/jobs.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { Choosable, Chosen } from '../../domain/settings.ts'
import type { ErrandAction, ErrandType } from '../../domain/system/errand.ts'
import type { TaskName } from '../../domain/tasks.ts'
import type { InboundKind } from '../../domain/webhooks/inbound.ts'
import type { ClientSetting } from '../../entities/client-setting.ts'
import type { InboundEvent } from '../../entities/inbound-event.ts'
import type { Invoice } from '../../entities/invoice.ts'
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

/** What is done with what another system sends. */
export interface Applier {
  /** What has to be done about it at once, whether or not it can be applied. */
  heed?: Step
  /** Changes what it is about; null until that is built, and the event is kept meanwhile. */
  apply: Step | null
}

export type Appliers = Readonly<Record<InboundKind, Applier>>

/** Where in the order of their ids a page begins and ends. */
export interface IdPage {
  after: string
  until: string
  limit: number
}

/** A list that things are chosen from, as far as whoever asks may see it. */
export interface Selectable {
  readonly filters: Readonly<Record<string, { readonly body: z.ZodType }>>
  pageOfIds(unit: Unit, filters: Record<string, unknown>, page: IdPage): Promise<string[]>
  countOfIds(unit: Unit, filters: Record<string, unknown>, until: string): Promise<number>
  known(unit: Unit, ids: readonly string[]): Promise<Set<string>>
}

/** What a task does, and with which things; `taskOf` makes one, so that its input is typed. */
export interface TaskWork {
  kind: IdKind
  /** What is said of all of its things; what was kept is held against it before each. */
  input: z.ZodObject
  /** One of them, in a transaction of its own; done twice, it changes nothing more. */
  each: (unit: Unit, entityId: string, input: unknown) => Promise<unknown>
  /** Many of them in one transaction; answers what was refused. */
  together?: (
    unit: Unit,
    ids: readonly string[],
    input: unknown,
  ) => Promise<ReadonlyMap<string, Refusal>>
  /** What a filter chooses from. */
  over?: Selectable
  /** Finds them where neither ids nor a filter say which. */
  find?: (unit: Unit, input: unknown, page: IdPage) => Promise<string[]>
}

/** What was done of a job by one unit. */
export interface JobStep {
  /** How many of what, by words of the job's own. */
  counts: Readonly<Record<string, number>>
  /** After which thing the next unit goes on; null where nothing is left. */
  after: string | null
}

/** What a job does for a tenant, for a day that is said. */
export interface JobWork {
  /**
   * SQL that is true of a tenant `t` with something to do for the day `$1`, or that is true too
   * often: many tenants are asked at once, by the relay's login, which sees few columns.
   */
  wanted: string
  /** As many of the things after this one as go into one unit; done twice, it changes nothing more. */
  step: (unit: Unit, asOfDate: BusinessDate, after: string) => Promise<JobStep>
}

/** A debtor is somebody else from now on, or nobody: what is counted on who they are follows. */
export type IdentityMoved = (
  unit: Unit,
  debtorId: string,
  from: string | null,
  to: string | null,
) => Promise<void>

/** A claim is the tenant's from now on, by what was decided. */
export type ClaimBought = (unit: Unit, invoice: Invoice, decisionId: string) => Promise<void>

/** Whether a client may be paid has changed, or what its accounts have: its payouts follow. */
export type PaymentHeld = (unit: Unit, clientId: string) => Promise<void>

/** What minor units of a currency are worth in another today; null where nobody knows. */
export type WorthIn = (
  unit: Unit,
  minor: bigint,
  from: string,
  to: string,
) => Promise<bigint | null>

/** A setting, by the key under which it is found: `invoice.paymentTermsDays`. */
export interface KeyedSetting extends Choosable {
  key: string
  type: z.ZodType
  /** What nothing would come of yet: until then it is refused. */
  until: string | null
}

/** Settings that are read together; what clients choose of them is a row of this kind. */
export interface KeyedSettings {
  readonly name: string
  readonly kind: SettingKind | null
  readonly settings: readonly KeyedSetting[]
  /** What the tenant says of its clients, who do not choose it for themselves. */
  readonly byTenant: boolean
}

/** Changes what a client chose of a kind, with all that its settings ask besides their types. */
export type ChangeChoices = (unit: Unit, clientId: string, sent: Chosen) => Promise<ClientSetting>

/** The verbs that an area does not import, because they belong to one after it in the order. */
export interface Registered {
  tasks: Readonly<Record<TaskName, TaskWork>>
  jobs: Readonly<Record<JobName, JobWork>>
  /** Of a type without a check nobody can tell. */
  errandCauses: Readonly<Partial<Record<ErrandType, ErrandCause>>>
  errandActions: Readonly<Record<ErrandAction, ErrandAct>>
  appliers: Appliers
  identityMoved: readonly IdentityMoved[]
  claimBought: ClaimBought
  worthIn: WorthIn
  paymentHeld: PaymentHeld
  settings: readonly KeyedSettings[]
  changeChoices: Readonly<Record<SettingKind, ChangeChoices>>
}
