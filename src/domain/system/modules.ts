/**
 * The parts of the platform that a tenant may switch off, each with the rooms of its operations.
 * Who calls, clients, debtors, the books and what all share belongs to none.
 */
export const modules = {
  invoicing: {
    name: 'Invoices',
    dependsOn: [],
    rooms: [
      'articles',
      'documents',
      'e-faktura',
      'electronic-invoices',
      'external',
      'invoice',
      'invoice-files',
      'invoice-offers',
      'invoices',
      'part-invoices',
      'questions',
      'segments',
    ],
  },
  credit: {
    name: 'Credit and risk',
    dependsOn: [],
    rooms: [
      'aml',
      'credit-decision-status',
      'credit-insurance',
      'credit-insurance-client-debtor',
      'credit-monitoring',
      'credit-status-global',
      'credit-statuses',
      'engine-rule',
      'engine-rule-advanced-module',
      'engine-rule-criteria',
      'engine-rule-criteria-group',
      'global-sni-registry',
      'instance-provider-credit-check-settings',
      'service-provider-credit-check-settings',
      'service-provider-insurance-agreement',
      'system-debtor-client-dedicated-limits',
      'system-debtor-credit-status',
    ],
  },
  factoring: {
    name: 'Factoring',
    dependsOn: ['invoicing', 'credit'],
    rooms: ['factoring-country', 'factoring-decisions', 'financing-rules', 'invoice-refinancing'],
  },
  pricing: {
    name: 'Prices and templates',
    dependsOn: [],
    rooms: ['client-financial-price-template', 'price-brackets', 'price-lists'],
  },
  payments: {
    name: 'Incoming payments',
    dependsOn: ['invoicing'],
    rooms: [
      'client-account-payment-reference-settings',
      'collection-batch-payment-reference-settings',
      'invoice-payment-reference-settings',
      'payment-accounts',
      'payment-accountssettings',
      'payment-batches',
      'payment-files',
      'payment-matching-engine',
      'payment-methods',
      'payment-reconciliations',
      'payment-requests',
      'payment-transactions-returns',
      'payments',
      'system-bank-accounts',
      'unplaced-payments',
    ],
  },
  payouts: {
    name: 'Payouts',
    dependsOn: [],
    rooms: [
      'blocked-payouts',
      'client-debtor-payout-accounts',
      'debtor-payout-accounts',
      'payout-accounts',
      'payout-batches',
      'payout-files',
      'payout-settlements',
      'payouts',
      'settlement-account-transactions',
      'settlement-accounts',
    ],
  },
  reminders: {
    name: 'Reminders and interest',
    dependsOn: ['invoicing'],
    rooms: [
      'base-interest-rates',
      'base-interest-settings',
      'charges',
      'fee',
      'reminder-profile-levels',
      'reminder-profiles',
      'reminders',
    ],
  },
  collections: {
    name: 'Collection and part payment',
    dependsOn: ['reminders', 'payments'],
    rooms: [
      'collection-batch',
      'collection-batch-invoice',
      'collection-batches',
      'collection-profile',
      'collections',
      'enforcement',
      'enforcement-view',
      'part-payment-accounts',
      'part-payment-groups',
      'part-payment-plans',
      'part-payments',
    ],
  },
  loans: {
    name: 'Business loans',
    dependsOn: ['payments'],
    rooms: ['business-loan', 'business-loans', 'loan-profiles'],
  },
  integrations: {
    name: 'Business systems',
    dependsOn: [],
    rooms: ['erp-types', 'erps', 'erps-short', 'ext-erp'],
  },
  reports: {
    name: 'Reports and statistics',
    dependsOn: [],
    rooms: ['reports', 'statistics'],
  },
  webhooks: {
    name: 'Webhooks',
    dependsOn: [],
    rooms: ['events', 'realtime', 'webhook'],
  },
} as const satisfies Readonly<
  Record<string, { name: string; dependsOn: readonly string[]; rooms: readonly string[] }>
>
export type ModuleCode = keyof typeof modules
export const moduleCodes = Object.keys(modules) as [ModuleCode, ...ModuleCode[]]

/** The areas whose rooms are no module's, and the rooms in other areas that all need. */
export const core = {
  areas: ['access', 'system', 'automation', 'distribution', 'bookkeeping', 'clients', 'debtors'],
  rooms: ['errands', 'labels', 'instance-providers', 'service-providers'],
} as const

/** The setting by which a tenant switches one off. */
export const keyOfModule = (code: ModuleCode): string => `modules.${code}.enabled`

const byRoom = new Map<string, ModuleCode>(
  moduleCodes.flatMap((code) => modules[code].rooms.map((room) => [room, code] as const)),
)

/** The module of an operation, by its path. */
export const moduleOf = (path: string): ModuleCode | undefined =>
  byRoom.get(path.split('/', 2)[1] ?? '')

/** Those that are off, and all that cannot do without them. */
export function withDependents(off: readonly string[]): ReadonlySet<ModuleCode> {
  const all = new Set<ModuleCode>()
  const isOff = (code: string): boolean =>
    off.includes(code) || dependenciesOf(code as ModuleCode).some(isOff)
  for (const code of moduleCodes) if (isOff(code)) all.add(code)
  return all
}

export const dependenciesOf = (code: ModuleCode): readonly ModuleCode[] => modules[code].dependsOn
