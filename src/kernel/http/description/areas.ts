import type { areas } from '../../../policy/rights/areas.ts'

/** What each area is about: the tags of the description, in the order of the platform. */
const areaDescriptions: Readonly<Record<(typeof areas)[number], string>> = {
  access: 'Users, user groups, roles, service accounts and tokens: who may do what.',
  automation: 'Automations, scheduled jobs, background tasks and internal requests.',
  bookkeeping: 'Vouchers and their postings, accounts, bookkeeping files and bills.',
  clients: 'The businesses whose receivables are managed: settings, accounts, products, people.',
  collections: 'Collection batches, part-payment plans, collection profiles and enforcement.',
  credit: 'Credit checks, limits and insurance, rule engines, monitoring and money laundering.',
  debtors: 'Those who owe the money: their details, groups, blocks and shared identities.',
  distribution: 'Document templates, the ways documents are sent, and reason codes.',
  factoring: 'Decisions on financing, refinancing of invoices and the rules of both.',
  integrations: 'Systems of bookkeeping and other providers that a client is connected to.',
  invoices:
    'Invoices, credit invoices and offers, articles, and the documents that belong to them.',
  loans: 'Business loans and loan profiles: applications, terms, instalments.',
  payments: 'Payments in, payment files, matching, unplaced payments and payment accounts.',
  payouts: 'Payouts and their batches, accounts, blocks, files and settlements.',
  pricing: 'Price lists, price brackets and price templates of clients.',
  reminders: 'Reminders and their profiles, fees, charges and base interest.',
  reports: 'Reports and statistics.',
  system: 'Settings, the changelog, notes, caches and modules of the platform itself.',
  webhooks: 'Subscriptions to events, the log of deliveries, and events as they happen.',
}

/** The tag of what the process itself answers, outside every area. */
export const platformTag = {
  name: 'platform',
  description: 'Health of the process, and this description in several forms.',
}

export function tagsOf(used: ReadonlySet<string>): { name: string; description: string }[] {
  const listed = Object.entries(areaDescriptions).map(([name, description]) => ({
    name,
    description,
  }))
  return [...listed, platformTag].filter(({ name }) => used.has(name))
}
