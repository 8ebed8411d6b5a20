import type { z } from 'zod'
import type { Principal } from '../../domain/access/principal.ts'
import type { ScheduleKind } from '../../domain/automation/schedule.ts'
import type { SettingKind } from '../../domain/clients/client.ts'
import type { AskedOfInvoice, InvoiceRequestType } from '../../domain/clients/invoice-request.ts'
import type { ActionType } from '../../domain/automation/actions.ts'
import type { EventDraft } from '../../domain/bookkeeping/event-draft.ts'
import type { Component } from '../../domain/bookkeeping/ledger.ts'
import type { BusinessDate } from '../../domain/dates.ts'
import type { DocumentType } from '../../domain/distribution/document.ts'
import type { JobName } from '../../domain/jobs.ts'
import type { MethodCode } from '../../domain/payments/method.ts'
import type { BankPayment, DirectPayment } from '../../domain/payments/payment.ts'
import type { ChargeType } from '../../domain/pricing/price.ts'
import type { RefundAgreed, RefundWanted } from '../../domain/payouts/refund.ts'
import type { Choosable, Chosen } from '../../domain/settings.ts'
import type { ErrandAction, ErrandType } from '../../domain/system/errand.ts'
import type { TargetType } from '../../domain/system/target.ts'
import type { TaskName } from '../../domain/tasks.ts'
import type { Topic } from '../../domain/topics.ts'
import type { InboundKind } from '../../domain/webhooks/inbound.ts'
import type { ClientSetting } from '../../entities/client-setting.ts'
import type { FinancialEvent } from '../../entities/financial-event.ts'
import type { InboundEvent } from '../../entities/inbound-event.ts'
import type { InternalRequest } from '../../entities/internal-request.ts'
import type { Invoice } from '../../entities/invoice.ts'
import type { PaymentReturn } from '../../entities/payment-return.ts'
import type { PaymentTransaction } from '../../entities/payment-transaction.ts'
import type { Payout } from '../../entities/payout.ts'
import type { SystemErrand } from '../../entities/system-errand.ts'
import type { Runtime } from './runtime.ts'
import type { Effect } from './effect.ts'
import type { NoticeWork } from './notice-work.ts'
import type { Pending, SecondNeeded } from './pending.ts'
import type { TaskWork } from './task-work.ts'
import type { AtWork } from './activity.ts'
import type { Unit } from './unit.ts'

/** Whether the cause of an errand still exists; undefined where nobody but people knows. */
export type ErrandCause = (unit: Unit, errand: SystemErrand) => Promise<boolean | undefined>

/** What can be done about an errand: of which subject, by which right, asked of whom; the verb. */
export interface ErrandAct {
  of: string
  right?: string
  second?: (unit: Unit, subjectId: string) => Promise<Pending | undefined>
  act: (unit: Unit, subjectId: string) => Promise<unknown>
}

type Handle = (unit: Unit, event: InboundEvent) => Promise<void>

/** How events of one type from other systems are handled. */
export interface Applier {
  /** Runs when the event is received, whether or not it can be applied. */
  onReceipt?: Handle
  /** Applies the event to our rows; null until that is built, and events are kept meanwhile. */
  apply: Handle | null
}

export type Appliers = Readonly<Record<InboundKind, Applier>>

/** What one unit did of a job. */
export interface JobChunk {
  /** Counts by names that the job chooses. */
  counts: Readonly<Record<string, number>>
  /** The id after which the next unit goes on; null if nothing is left. */
  after: string | null
}

/** What a job does for one tenant and one given day. */
export interface JobWork {
  /**
   * SQL that is true for a tenant `t` with something to do on the day `$1`; it may be true too
   * often. It is asked for many tenants at once with the relay's login, which sees few columns.
   */
  wanted: string | ((runtime: Runtime) => string)
  /** Does as many things after this id as fit into one unit; a second run changes nothing more. */
  chunk: (unit: Unit, asOfDate: BusinessDate, after: string) => Promise<JobChunk>
}

/** One time of a schedule, on behalf of whoever answers for it. */
export interface ScheduledTime extends AtWork {
  as: Principal
  tenantId: string
  runId: string
  clientId: string | null
  /** The day in the schedule's time zone for which it is made, whenever that is done. */
  day: BusinessDate
  input: Readonly<Record<string, unknown>>
}

/** What one time of a schedule gives: documents that are kept already, and files still to keep. */
export interface Produced {
  documentIds: readonly string[]
  files: readonly { filename: string; mimeType: string; bytes: Uint8Array }[]
}

/** What is made at set times. */
export interface ScheduledWork {
  /** The right to have it made at once, which whoever answers for the schedule has to have. */
  right: (input: Readonly<Record<string, unknown>>) => string
  /** Refuses what nothing would come of; what it returns is kept. */
  accept: (
    unit: Unit,
    input: Readonly<Record<string, unknown>>,
    clientId: string | null,
  ) => Promise<Record<string, unknown>>
  /** Done again after a crash it gives the same. */
  produce: (time: ScheduledTime) => Promise<Produced>
  /** What was sent to all who were to get it. */
  sent?: (unit: Unit, runId: string) => Promise<void>
}

/** A debtor got another identity, or lost it: limits and exposure by identity follow. */
export type IdentityMoved = (
  unit: Unit,
  debtorId: string,
  from: string | null,
  to: string | null,
) => Promise<void>

/** What is counted in the limit of a group: one debtor, or another group with all below it. */
export type CountedInGroup = { systemDebtorId: string } | { groupId: string }

/** It came into a group, or left it: what groups use of their limits follows. */
export type GroupMoved = (
  unit: Unit,
  what: CountedInGroup,
  from: string | null,
  to: string | null,
) => Promise<void>

/** A claim that the tenant has bought by this decision. */
export interface BoughtClaim {
  invoice: Invoice
  decisionId: string
}

export type ClaimsBought = (unit: Unit, all: readonly BoughtClaim[]) => Promise<void>

/** The claims are their clients' again. */
export type ClaimsReturned = (unit: Unit, invoiceIds: readonly string[]) => Promise<void>

/**
 * Whether a client may be paid, or the balance of its accounts, has changed: its payouts follow.
 */
export type PayoutsFollow = (unit: Unit, clientId: string) => Promise<void>

/** Money that came in at a bank for one invoice. */
export type PayInvoice = (unit: Unit, invoiceId: string, sent: BankPayment) => Promise<Invoice>

/** The debtor of an invoice paid the client itself. */
export type PayDirectly = (unit: Unit, invoiceId: string, sent: DirectPayment) => Promise<Invoice>

/** What debtors have to their credit is paid back to them, or stays after all. */
export interface Refunds {
  refuseClient(unit: Unit): void
  refund(
    unit: Unit,
    invoiceId: string,
    sent: RefundWanted,
    ofCreditNotes: boolean,
  ): Promise<Payout | Pending>
  second(unit: Unit, invoiceId: string, sent: RefundWanted): Promise<Pending | undefined>
  toAgree(unit: Unit, ids: readonly string[]): Promise<readonly RefundAgreed[]>
  takeBack(unit: Unit, refunded: FinancialEvent, wanted: TakenBackWanted): Promise<FinancialEvent>
}

/** Payouts that go over a rail instead of a file of the bank: on their way, arrived, or back. */
export interface CarriedPayouts {
  refuseUnsendable(payout: Payout): void
  carry(unit: Unit, payout: Payout): Promise<void>
  /** False where it is not on its way any more: a person has to look. */
  arrive(unit: Unit, payout: Payout): Promise<boolean>
  comeBack(unit: Unit, payout: Payout): Promise<void>
}

/** CANCELLED is what nobody sends after all. */
export interface ReturnAnswer {
  status: 'CONFIRMED' | 'REJECTED' | 'CANCELLED'
  /** Why the bank did not carry it out. */
  code?: string
}

/** What goes back to payers leaves as payouts that are of no client. */
export interface ReturnPayouts {
  make(unit: Unit, returned: PaymentReturn, payment: PaymentTransaction): Promise<void>
  /** Gives the batches that follow once all is booked. */
  answer(unit: Unit, returned: PaymentReturn, answer: ReturnAnswer): Promise<readonly string[]>
  settle(unit: Unit, batchIds: readonly string[]): Promise<void>
}

/** What payers are asked for on claims; on what is closed they are asked for no more. */
export interface Requests {
  openOn(unit: Unit, claimIds: readonly string[]): Promise<readonly OpenRequest[]>
  end(unit: Unit, requests: readonly OpenRequest[]): void
}

export interface OpenRequest {
  id: string
  claimId?: string | null | undefined
  attempts: number
}

/** How one invoice can be paid, and what somebody says of that. */
export interface InvoiceMethods {
  list(unit: Unit, invoiceId: string): Promise<WayToPay[]>
  toggle(unit: Unit, invoiceId: string, of: WayNamed, enabled: boolean): Promise<void>
}

export type WayNamed = { methodId: string } | { configurationId: string }

/** A configuration by which an invoice could be paid, and why it cannot be. */
export interface WayToPay {
  methodId: string
  configurationId: string
  code: MethodCode
  providerCode: string
  currency: string
  minAmount: bigint | null
  maxAmount: bigint | null
  showOnDocument: boolean
  /** What was said of the method and of the configuration for this invoice, where it was. */
  methodEnabled: boolean
  configurationEnabled: boolean
  unfit: string | null
}

/** Money that came in by bank for a loan. */
export interface PaidOnLoan {
  amount: bigint
  came: BusinessDate
  /** The first day from one on, on which both books take vouchers. */
  opened(day: BusinessDate): BusinessDate
  /** What its drafts have in common, for each component. */
  draft(component: Component): Omit<EventDraft, 'type' | 'bookDate'>
}

/** A loan that is held, as a payment finds it. */
export interface PayableLoan {
  clientId: string
  currency: string
  obstacle: string | null
  /** All that is owed on it today. */
  open: bigint
  /** What of that is due. */
  due: bigint
  pay(paid: PaidOnLoan): EventDraft[]
  guardTakenOff(booked: readonly FinancialEvent[]): void
  takeOff(booked: readonly FinancialEvent[]): EventDraft[]
}

export type LoanPayments = (
  unit: Unit,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, PayableLoan>>

/** What is late of loans bears by today and is in no book yet, by loan. */
export type LateOnLoans = (
  unit: Unit,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, bigint>>

interface TakenBackWanted {
  reasonCode?: string | undefined
  bookDate?: BusinessDate | undefined
}

/** What a request about an invoice comes to when it is accepted, and the right that it takes. */
export interface InvoiceRequestWork {
  right: string
  /** Whether it takes two people, who see what it would do. */
  second?: (unit: Unit, invoiceId: string, asked: AskedOfInvoice) => Promise<Pending | undefined>
  act: (unit: Unit, invoiceId: string, asked: AskedOfInvoice) => Promise<unknown>
}

/** What minor units of a currency are worth in another today; null where nobody knows. */
export type WorthIn = (
  unit: Unit,
  minor: bigint,
  from: string,
  to: string,
) => Promise<bigint | null>

/** What an automation acts on: something that the event is about. */
export interface ActedOn {
  type: TargetType
  id: string
}

/** One thing that an automation can do. */
export interface AutomationAction {
  summary: string
  /** What it can be done on, with the rights of which one is enough, as at the operation. */
  on: Readonly<Partial<Record<TargetType, readonly string[]>>>
  params: z.ZodObject
  /** Only the tenant's own people may have it done. */
  forTheTenantAlone?: true
  /** Refuses what the parameters name if it is not there; the pointer is that of the parameters. */
  check?: (unit: Unit, params: never, on: TargetType, pointer: string) => Promise<unknown>
  /** The verb. What it returns as a letter is sent before it is recorded as done. */
  act: (unit: Unit, on: ActedOn, params: never) => Promise<unknown>
  sends?: true
}

/** What is asked of a second person: which request they mean, and what would be done. */
export interface SecondAsked extends SecondNeeded {
  confirms: string | undefined
  would: Effect
}

/** Whether something takes two people, and the request that still waits for the second. */
export interface SecondPerson {
  isNeeded(unit: Unit, needed: SecondNeeded): Promise<boolean>
  /** The same of what is done now, together with what the caller did alone before: it is counted. */
  mayDoAlone(unit: Unit, needed: SecondNeeded): Promise<boolean>
  decide(unit: Unit, asked: SecondAsked): Promise<InternalRequest | undefined>
  /** Nobody agrees any more to what they asked for, who may ask for nothing now. */
  endAskedBy(unit: Unit, askerId: string, comment: string): Promise<void>
}

/** A setting, by the key under which it is found: `invoice.paymentTermsDays`. */
export interface KeyedSetting extends Choosable {
  key: string
  type: z.ZodType
  /** What has to be built before any value but the default is accepted. */
  until: string | null
  /** Whether a value is laxer than another, and then takes a second person, by this topic. */
  loosens: Loosens | null
  /** True if the tenant chooses it for its clients, whose people cannot. */
  byTenant: boolean
}

export interface Loosens {
  topic: Topic
  isLaxer(from: unknown, to: unknown): boolean
  /** What counts where another level says what it was, or will be. */
  strictest: unknown
  laxest: unknown
}

/** Settings that are read together; what clients choose of them is a row of this kind. */
export interface KeyedSettings {
  readonly name: string
  readonly kind: SettingKind | null
  readonly settings: readonly KeyedSetting[]
  /** True if the tenant chooses it for its clients, who cannot choose themselves. */
  readonly byTenant: boolean
}

/** Changes a client's choices of one kind, with all checks beyond the types of its settings. */
export type ChangeChoices = (
  unit: Unit,
  clientId: string,
  sent: Chosen,
) => Promise<ClientSetting | Pending>

/** Who may see less than before: people, or groups that have lost some. */
export interface LeavingToDos {
  userIds?: readonly string[]
  groupIds?: readonly string[]
}

/** The verbs that an area does not import, because they belong to one after it in the order. */
export interface Registered {
  tasks: Readonly<Record<TaskName, TaskWork>>
  jobs: Readonly<Record<JobName, JobWork>>
  scheduled: Readonly<Record<ScheduleKind, ScheduledWork>>
  /** Without a check for its type, nobody knows whether the cause still exists. */
  errandCauses: Readonly<Partial<Record<ErrandType, ErrandCause>>>
  errandActions: Readonly<Record<ErrandAction, ErrandAct>>
  automationActions: Readonly<Record<ActionType, AutomationAction>>
  appliers: Appliers
  identityMoved: readonly IdentityMoved[]
  groupMoved: GroupMoved
  claimsBought: ClaimsBought
  claimsReturned: ClaimsReturned
  worthIn: WorthIn
  payInvoice: PayInvoice
  payDirectly: PayDirectly
  refunds: Refunds
  carriedPayouts: CarriedPayouts
  returnPayouts: ReturnPayouts
  loanPayments: LoanPayments
  lateOnLoans: LateOnLoans
  /** What happened that is charged for, in SQL (`activities/reminders/charges/happenings.ts`). */
  chargedFor: Readonly<Partial<Record<ChargeType, string>>>
  /** Of a type without work nothing is sent. */
  notices: Readonly<Partial<Record<DocumentType, NoticeWork>>>
  invoiceMethods: InvoiceMethods
  requests: Requests
  /** A type without work is not taken yet. */
  invoiceRequests: Readonly<Partial<Record<InvoiceRequestType, InvoiceRequestWork>>>
  payoutsFollow: PayoutsFollow
  secondPerson: SecondPerson
  /** What they were to do and can open no more is anybody's. */
  leaveToDos: (unit: Unit, leaving: LeavingToDos) => Promise<void>
  settings: readonly KeyedSettings[]
  changeChoices: Readonly<Record<SettingKind, ChangeChoices>>
}
