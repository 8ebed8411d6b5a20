import { aml } from './rights/aml.ts'
import { articles } from './rights/articles.ts'
import { bookkeeping } from './rights/bookkeeping.ts'
import { businessLoans } from './rights/business-loans.ts'
import { clients } from './rights/clients.ts'
import { creditAndRisk } from './rights/credit-and-risk.ts'
import { debtors } from './rights/debtors.ts'
import { distribution } from './rights/distribution.ts'
import { externalErp } from './rights/external-erp.ts'
import { externalIntegrations } from './rights/external-integrations.ts'
import { invoices } from './rights/invoices.ts'
import { modules } from './rights/modules.ts'
import { payouts } from './rights/payouts.ts'
import { platform } from './rights/platform.ts'
import { reminders } from './rights/reminders.ts'
import { reports } from './rights/reports.ts'
import { system } from './rights/system.ts'
import { templates } from './rights/templates.ts'
import { usersAndAccess } from './rights/users-and-access.ts'
import { vouchers } from './rights/vouchers.ts'
import { type Area, areaOf } from './rights/areas.ts'

/** The groups of the catalogue in its order. */
const catalogue = [
  { group: 'AML', rights: aml },
  { group: 'Article Management', rights: articles },
  { group: 'Bookkeeping', rights: bookkeeping },
  { group: 'Business Loan Management', rights: businessLoans },
  { group: 'Client Management', rights: clients },
  { group: 'Credit and Risk', rights: creditAndRisk },
  { group: 'Debtor Management', rights: debtors },
  { group: 'Distribution', rights: distribution },
  { group: 'External Integrations', rights: externalIntegrations },
  { group: 'Invoice Management', rights: invoices },
  { group: 'Collections, payments and platform operations', rights: platform },
  { group: 'Payout Management', rights: payouts },
  { group: 'Reminder Management', rights: reminders },
  { group: 'Reports and Analytics', rights: reports },
  { group: 'Module Management and Statistics', rights: modules },
  { group: 'System and Administration', rights: system },
  { group: 'Template Management', rights: templates },
  { group: 'User and Access Management', rights: usersAndAccess },
  { group: 'Voucher Management', rights: vouchers },
  { group: 'External ERP onboarding', rights: externalErp },
] as const

type Entry = (typeof catalogue)[number]
type NamesOf<E> = E extends { rights: infer R } ? keyof R & string : never

export type Group = Entry['group']
export type Right = NamesOf<Entry>

export interface RightEntry {
  readonly name: Right
  readonly group: Group
  readonly area: Area
  /** What a holder may do, in one sentence. */
  readonly description: string
  /** The holder sees and touches only rows of the clients assigned to them. */
  readonly narrows?: 'client'
  /** Holding it hides something instead of opening it. */
  readonly inverted?: true
}

const inverted: Right = 'ShowRestrictedSenderInformationForClients'

const entry = (name: Right, group: Group, description: string): RightEntry => ({
  name,
  group,
  area: areaOf(name, group),
  description,
  ...(name.endsWith('ClientRestricted') ? { narrows: 'client' as const } : {}),
  ...(name === inverted ? { inverted: true as const } : {}),
})

/** Every right there is, in catalogue order: a right that is not here does not exist. */
export const rights: readonly RightEntry[] = catalogue.flatMap(({ group, rights: described }) =>
  Object.entries(described).map(([name, text]) => entry(name as Right, group, text)),
)

export const rightNames: readonly Right[] = rights.map((right) => right.name)

const positions = new Map<string, number>(rightNames.map((name, index) => [name, index]))

export const isRight = (name: string): name is Right => positions.has(name)

/** The position of a right in the list and its bit in a `RightSet`; -1 for a name that is none. */
export const rightIndex = (name: string): number => positions.get(name) ?? -1
