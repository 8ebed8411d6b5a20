import type { ProcessName } from '../domain/processes.ts'
import type { Registered } from '../kernel/write/registered.ts'
import { access } from './access/index.ts'
import { automation } from './automation/index.ts'
import { bookkeeping } from './bookkeeping/index.ts'
import { clients } from './clients/index.ts'
import { credit } from './credit/index.ts'
import { debtors } from './debtors/index.ts'
import { factoring } from './factoring/index.ts'
import { invoices } from './invoices/index.ts'
import { loans } from './loans/index.ts'
import { payments } from './payments/index.ts'
import { payouts } from './payouts/index.ts'
import { pricing } from './pricing/index.ts'
import { reminders } from './reminders/index.ts'
import { reports } from './reports/index.ts'
import { system } from './system/index.ts'
import { webhooks } from './webhooks/index.ts'

/** The verbs that workflows call, of all areas. */
export const verbs = {
  ...access.verbs,
  ...system.verbs,
  ...automation.verbs,
  ...webhooks.verbs,
  ...bookkeeping.verbs,
  ...clients.verbs,
  ...factoring.verbs,
  ...invoices.verbs,
  ...payments.verbs,
}

/** What areas do for those before them. A task or an action without its verb does not compile. */
export const registered: Registered = {
  tasks: {
    ...bookkeeping.tasks,
    ...debtors.tasks,
    ...factoring.tasks,
    ...invoices.tasks,
    ...payments.tasks,
    ...payouts.tasks,
    ...pricing.tasks,
    ...reminders.tasks,
  },
  jobs: {
    ...system.jobs,
    ...bookkeeping.jobs,
    ...clients.jobs,
    ...factoring.jobs,
    ...invoices.jobs,
    ...loans.jobs,
    ...payments.jobs,
    ...payouts.jobs,
    ...reminders.jobs,
  },
  scheduled: { ...bookkeeping.scheduled, ...reports.scheduled },
  errandCauses: {
    ...system.errandCauses,
    ...automation.errandCauses,
    ...bookkeeping.errandCauses,
    ...clients.errandCauses,
    ...factoring.errandCauses,
    ...invoices.errandCauses,
    ...payments.errandCauses,
  },
  errandActions: {
    ...system.errandActions,
    ...automation.errandActions,
    ...bookkeeping.errandActions,
    ...clients.errandActions,
    ...factoring.errandActions,
    ...invoices.errandActions,
  },
  automationActions: {
    ...system.automationActions,
    ...debtors.automationActions,
    ...factoring.automationActions,
    ...invoices.automationActions,
  },
  appliers: {
    ...bookkeeping.appliers,
    ...credit.appliers,
    ...payments.appliers,
    // Documents to sign belong to a room to come.
    SIGNATURE_EVENT: { apply: null },
  },
  identityMoved: [debtors.identityMoved, credit.identityMoved],
  groupMoved: credit.groupMoved,
  claimsBought: invoices.claimsBought,
  claimsReturned: invoices.claimsReturned,
  worthIn: invoices.worthIn,
  payInvoice: payments.payInvoice,
  payDirectly: payments.payDirectly,
  refunds: payouts.refunds,
  carriedPayouts: payouts.carriedPayouts,
  returnPayouts: payouts.returnPayouts,
  loanPayments: loans.loanPayments,
  lateOnLoans: loans.lateOnLoans,
  chargedFor: { ...reminders.chargedFor, ...loans.chargedFor },
  notices: { ...invoices.notices, ...loans.notices },
  invoiceMethods: payments.invoiceMethods,
  invoiceRequests: invoices.invoiceRequests,
  payoutsFollow: payouts.payoutsFollow,
  requests: payments.requests,
  secondPerson: automation.secondPerson,
  leaveToDos: system.leaveToDos,
  changeChoices: clients.changeChoices,
  settings: [
    ...system.settings,
    ...automation.settings,
    ...bookkeeping.settings,
    ...clients.settings,
    ...invoices.settings,
    ...payments.settings,
    ...reminders.settings,
  ],
}

/** What the reconciler looks for: every process has its query, or says that it needs none. */
export const overdue: Readonly<Record<ProcessName, string | null>> = {
  ...access.overdue,
  ...system.overdue,
  ...automation.overdue,
  ...webhooks.overdue,
  ...bookkeeping.overdue,
  ...clients.overdue,
  ...factoring.overdue,
  ...invoices.overdue,
  ...payments.overdue,
}

/** Starts of processes that the relay gathers into batches. */
export const { gathering } = invoices
