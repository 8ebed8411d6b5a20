import type { SyncStatus } from './client.ts'

export const readinessItems = [
  'ONBOARDING',
  'PAYMENT_ACCOUNT',
  'BILLING_RECIPIENT',
  'PRODUCTS',
  'KYC',
  'CLIENT_USERS',
  'ERP',
  'SYNC',
] as const
export type ReadinessItem = (typeof readinessItems)[number]

export interface Readiness {
  item: ReadinessItem
  ok: boolean
  message: string
}

export interface ReadinessFacts {
  stepsLeft: number
  hasPaymentAccount: boolean
  hasBillingRecipient: boolean
  enabledProducts: number
  kycStatus: string
  users: number
  invoiceErp: boolean
  bookkeepErp: boolean
  sync: SyncStatus | null
}

type Check = [ok: boolean, has: string, lacks: string]

/** What a client has and what it still lacks before it can do business, each as a sentence. */
export function readinessOf(facts: ReadinessFacts): Readiness[] {
  const checks = { ...always(facts), ...ofSystems(facts) }
  return Object.entries(checks).map(([item, [ok, has, lacks]]) => ({
    item: item as ReadinessItem,
    ok,
    message: ok ? has : lacks,
  }))
}

function always(facts: ReadinessFacts): Partial<Record<ReadinessItem, Check>> {
  const { stepsLeft, enabledProducts, users, kycStatus } = facts
  return {
    ONBOARDING: [
      stepsLeft === 0,
      'All steps of the onboarding are done.',
      `Steps of the onboarding that are still to be done: ${stepsLeft}.`,
    ],
    PAYMENT_ACCOUNT: [
      facts.hasPaymentAccount,
      'Its invoice settings name the account that debtors pay to.',
      'Its invoice settings name no account that debtors could pay to.',
    ],
    BILLING_RECIPIENT: [
      facts.hasBillingRecipient,
      'It is known to whom its bills go.',
      'Neither its billing settings nor its contact say to whom its bills go.',
    ],
    PRODUCTS: [
      enabledProducts > 0,
      `Products that are enabled: ${enabledProducts}.`,
      'None of its products is enabled.',
    ],
    KYC: [
      kycStatus === 'APPROVED',
      'It is known who the client is, and approved.',
      `It is not approved yet who the client is: ${kycStatus}.`,
    ],
    CLIENT_USERS: [
      users > 0,
      `People with a login of their own: ${users}.`,
      'Nobody at the client has a login.',
    ],
  }
}

/** A client without business systems or sync needs no connection. */
function ofSystems(facts: ReadinessFacts): Partial<Record<ReadinessItem, Check>> {
  const { invoiceErp, bookkeepErp, sync } = facts
  const syncs = sync !== null && sync !== 'DISABLED'
  if (!invoiceErp && !bookkeepErp && !syncs) return {}
  const connected = invoiceErp && bookkeepErp
  const erp: Check = [
    connected,
    'It is connected to its business systems.',
    'It is not connected to both of its business systems.',
  ]
  if (!syncs) return { ERP: erp }
  const working = ['CONNECTED', 'RUNNING', 'COMPLETED_INTEGRATION'].includes(sync)
  return { ERP: erp, SYNC: [working, `The sync is ${sync}.`, `The sync is only ${sync}.`] }
}

/** Required to activate an invoice; the other items are advice. */
const needed: ReadonlySet<ReadinessItem> = new Set(['ONBOARDING', 'PAYMENT_ACCOUNT', 'PRODUCTS'])

export function isReady(items: readonly Readiness[]): boolean {
  return items.every(({ item, ok }) => ok || !needed.has(item))
}
