import type { Gathering } from '../kernel/relay/gathering.ts'
import type { Overdue } from '../kernel/relay/reconcile.ts'
import type { ActivityVerb } from '../kernel/write/activity.ts'
import type {
  Appliers,
  CarriedPayouts,
  ClaimsBought,
  ClaimsReturned,
  GroupMoved,
  IdentityMoved,
  InvoiceMethods,
  LateOnLoans,
  LoanPayments,
  PayDirectly,
  PayInvoice,
  PayoutsFollow,
  Refunds,
  Registered,
  Requests,
  ReturnPayouts,
  SecondPerson,
  WorthIn,
} from '../kernel/write/registered.ts'

/** What an area gives to the rest: its `index.ts` says it, and the root lists spread it. */
export interface AreaOfVerbs {
  /** Verbs that workflows call, by the names under which they call them. */
  verbs?: Readonly<Record<string, ActivityVerb>>
  tasks?: Readonly<Partial<Registered['tasks']>>
  jobs?: Readonly<Partial<Registered['jobs']>>
  scheduled?: Readonly<Partial<Registered['scheduled']>>
  errandCauses?: Registered['errandCauses']
  errandActions?: Readonly<Partial<Registered['errandActions']>>
  automationActions?: Readonly<Partial<Registered['automationActions']>>
  appliers?: Partial<Appliers>
  identityMoved?: IdentityMoved
  groupMoved?: GroupMoved
  claimsBought?: ClaimsBought
  claimsReturned?: ClaimsReturned
  worthIn?: WorthIn
  payInvoice?: PayInvoice
  payDirectly?: PayDirectly
  refunds?: Refunds
  carriedPayouts?: CarriedPayouts
  returnPayouts?: ReturnPayouts
  loanPayments?: LoanPayments
  lateOnLoans?: LateOnLoans
  chargedFor?: Registered['chargedFor']
  notices?: Registered['notices']
  invoiceMethods?: InvoiceMethods
  payoutsFollow?: PayoutsFollow
  requests?: Requests
  invoiceRequests?: Registered['invoiceRequests']
  secondPerson?: SecondPerson
  leaveToDos?: Registered['leaveToDos']
  /** Its settings, in groups. */
  settings?: Registered['settings']
  changeChoices?: Registered['changeChoices']
  /** What the reconciler looks for, by process. */
  overdue?: Overdue
  /** Starts of processes that the relay gathers into batches. */
  gathering?: Gathering
}
