import { refuse } from '../refusal.ts'

/**
 * The parts of the platform that a tenant may switch off, each with the rooms of its operations, or
 * a corner of a room that all share, and the families of its events. Who calls, clients, debtors,
 * the books and what all share belongs to none.
 */
export const modules = {
  invoicing: {
    name: 'Invoices',
    dependsOn: [],
    rooms: [
      'articles',
      'changelog/invoice',
      'client-invoice-request',
      'documents',
      'e-faktura',
      'electronic-invoices',
      'errands/system/invoice-validation-errors',
      'external',
      'invoice',
      'invoice-files',
      'invoice-offers',
      'invoices',
      'notes/client-invoice-notes',
      'part-invoices',
      'questions',
      'segments',
    ],
    families: [
      'INVOICE',
      'INVOICE_BALANCE',
      'INVOICE_FINANCIAL_EVENT',
      'INVOICE_GUARANTOR',
      'INVOICE_LEDGER_EVENT',
      'INVOICE_REQUEST',
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
    families: ['CREDIT_DECISION_STATUS', 'CREDIT_STATUS'],
  },
  factoring: {
    name: 'Factoring',
    dependsOn: ['invoicing', 'credit'],
    rooms: [
      'clients/{clientId}/financing-limits',
      'factoring-country',
      'factoring-decisions',
      'financing-rules',
      'invoice-refinancing',
    ],
    families: ['FACTORING_COUNTRY', 'FACTORING_STATUS'],
  },
  pricing: {
    name: 'Prices and templates',
    dependsOn: [],
    rooms: [
      'client-financial-price-template',
      'price-brackets',
      'price-lists',
      'settings/client-financial-price-template',
    ],
    families: ['PRICE_LIST', 'TEMPLATE'],
  },
  payments: {
    name: 'Incoming payments',
    dependsOn: ['invoicing'],
    rooms: [
      'bank-feeds',
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
    families: [
      'BANK_FEED',
      'PAYMENT_ACCOUNT',
      'PAYMENT_BATCH',
      'PAYMENT_FILE',
      'PAYMENT_MATCHING_ENGINE',
      'PAYMENT_METHOD',
      'PAYMENT_RECONCILIATION',
      'PAYMENT_REQUEST',
      'PAYMENT_RETURN',
      'SYSTEM_BANK_ACCOUNT',
      'UNPLACED_PAYMENT',
    ],
  },
  payouts: {
    name: 'Payouts',
    dependsOn: [],
    rooms: [
      'blocked-payouts',
      'client-accounts/{id}/payout',
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
    families: ['PAYOUT', 'PAYOUT_ACCOUNT', 'PAYOUT_BATCH', 'PAYOUT_FILE', 'PAYOUT_SETTLEMENT'],
  },
  reminders: {
    name: 'Reminders and interest',
    dependsOn: ['invoicing'],
    rooms: [
      'base-interest-rates',
      'base-interest-settings',
      'charges',
      'clients/{id}/reminder-profiles',
      'debtors/{id}/reminder-profiles',
      'fee',
      'reminder-profile-levels',
      'reminder-profiles',
      'reminders',
    ],
    families: ['FEE_TYPE', 'REMINDER_PROFILE'],
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
    families: [],
  },
  loans: {
    name: 'Business loans',
    dependsOn: ['payments'],
    rooms: ['business-loan', 'business-loans', 'changelog/business-loan', 'loan-profiles'],
    families: [
      'BUSINESS_LOAN',
      'BUSINESS_LOAN_INSTALMENT',
      'BUSINESS_LOAN_LABEL',
      'BUSINESS_LOAN_TODO',
      'LOAN_PROFILE',
    ],
  },
  integrations: {
    name: 'Business systems',
    dependsOn: [],
    rooms: [
      'clients/sync',
      'clients/{clientId}/sync',
      'clients/{id}/erp-connect',
      'erp-types',
      'erps',
      'erps-short',
      'ext-erp',
    ],
    families: ['CLIENT_SYNC', 'ERP'],
  },
  reports: {
    name: 'Reports and statistics',
    dependsOn: [],
    rooms: ['reports', 'scheduler/query-report', 'statistics'],
    families: ['QUERY_REPORT_SCHEDULE'],
  },
  webhooks: {
    name: 'Webhooks',
    dependsOn: [],
    rooms: ['changelog/webhook', 'events', 'realtime', 'vouchers/{id}/webhook-export', 'webhook'],
    families: ['INBOUND_EVENT', 'REALTIME', 'WEBHOOK'],
  },
} as const satisfies Readonly<
  Record<
    string,
    {
      name: string
      dependsOn: readonly string[]
      rooms: readonly string[]
      families: readonly string[]
    }
  >
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
const byFamily = new Map<string, ModuleCode>(
  moduleCodes.flatMap((code) => modules[code].families.map((family) => [family, code] as const)),
)

/** The module of an operation, by its path: that of the narrowest corner. */
export function moduleOf(path: string): ModuleCode | undefined {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const found = byRoom.get(path.slice(1, end))
    if (found !== undefined) return found
  }
  return undefined
}

/** The module whose doings the events of a family are. */
export const moduleOfFamily = (family: string): ModuleCode | undefined => byFamily.get(family)

/** What is of a module that is off, or leads into it, is not there at present. */
export function refuseOff(code: ModuleCode | undefined, off: ReadonlySet<ModuleCode>): void {
  if (code !== undefined && off.has(code)) refuse('FEATURE_DISABLED', { detail: saysOff(code) })
}

export const saysOff = (code: ModuleCode): string => `The module ${code} is switched off.`

/** Those that are off, and all that cannot do without them. */
export function withDependents(off: readonly string[]): ReadonlySet<ModuleCode> {
  const all = new Set<ModuleCode>()
  const isOff = (code: string): boolean =>
    off.includes(code) || dependenciesOf(code as ModuleCode).some(isOff)
  for (const code of moduleCodes) if (isOff(code)) all.add(code)
  return all
}

export const dependenciesOf = (code: ModuleCode): readonly ModuleCode[] => modules[code].dependsOn
