import type { Group, Right } from '../rights.ts'
import { elsewhere } from './areas-elsewhere.ts'
import { ofPlatform } from './areas-of-platform.ts'

export const areas = [
  'access',
  'automation',
  'bookkeeping',
  'clients',
  'collections',
  'credit',
  'debtors',
  'distribution',
  'factoring',
  'integrations',
  'invoices',
  'loans',
  'payments',
  'payouts',
  'pricing',
  'reminders',
  'reports',
  'system',
  'webhooks',
] as const

export type Area = (typeof areas)[number]

export type AreaLists = Partial<Record<Area, readonly Right[]>>

/** The area most rights of a group belong to; the lists beside name every right that does not. */
const home: Record<Group, Area> = {
  AML: 'credit',
  'Article Management': 'invoices',
  Bookkeeping: 'bookkeeping',
  'Business Loan Management': 'loans',
  'Client Management': 'clients',
  'Credit and Risk': 'credit',
  'Debtor Management': 'debtors',
  Distribution: 'distribution',
  'External Integrations': 'invoices',
  'Invoice Management': 'invoices',
  'Collections, payments and platform operations': 'collections',
  'Payout Management': 'payouts',
  'Reminder Management': 'reminders',
  'Reports and Analytics': 'reports',
  'Module Management and Statistics': 'reports',
  'System and Administration': 'collections',
  'Template Management': 'distribution',
  'User and Access Management': 'access',
  'Voucher Management': 'bookkeeping',
  'External ERP onboarding': 'integrations',
}

const listed = new Map<string, Area>()
for (const lists of [elsewhere, ofPlatform])
  for (const area of areas) for (const right of lists[area] ?? []) listed.set(right, area)

/** The area whose operations a right opens, or the larger share of them where it opens several. */
export const areaOf = (right: string, group: Group): Area => listed.get(right) ?? home[group]
