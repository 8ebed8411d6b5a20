// It extends zod, before the first schema is made.
import '@hono/zod-openapi'
import access from './api/access/index.ts'
import automation from './api/automation/index.ts'
import bookkeeping from './api/bookkeeping/index.ts'
import clients from './api/clients/index.ts'
import collections from './api/collections/index.ts'
import credit from './api/credit/index.ts'
import debtors from './api/debtors/index.ts'
import distribution from './api/distribution/index.ts'
import factoring from './api/factoring/index.ts'
import integrations from './api/integrations/index.ts'
import invoices from './api/invoices/index.ts'
import loans from './api/loans/index.ts'
import payments from './api/payments/index.ts'
import payouts from './api/payouts/index.ts'
import pricing from './api/pricing/index.ts'
import reminders from './api/reminders/index.ts'
import reports from './api/reports/index.ts'
import system from './api/system/index.ts'
import webhooks from './api/webhooks/index.ts'
import { areaOrder, type AreaName } from './domain/areas.ts'
import type { Area } from './kernel/http/app.ts'

/** The areas that are served so far; the others are to come. */
const served: Partial<Record<AreaName, Area>> = {
  access,
  automation,
  bookkeeping,
  clients,
  collections,
  credit,
  debtors,
  distribution,
  factoring,
  integrations,
  invoices,
  loans,
  payments,
  payouts,
  pricing,
  reminders,
  reports,
  system,
  webhooks,
}

/** The areas of the platform in order: the only list of everything it serves. */
export const areas: readonly Area[] = areaOrder.flatMap((name) => served[name] ?? [])
