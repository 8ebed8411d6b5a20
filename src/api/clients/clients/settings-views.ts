import { bookkeepingSettings } from '../../../activities/bookkeeping/settings.ts'
import {
  billingSettings,
  complianceSettings,
  documentSettings,
  invoiceSettings,
  invoiceTextSettings,
} from '../../../activities/clients/settings.ts'
import { settingsViewOf } from '../../../behaviours/settings.ts'

export const billingView = settingsViewOf(billingSettings, 'BillingSettings')
export const bookkeepingView = settingsViewOf(bookkeepingSettings, 'BookkeepingSettings')
export const invoiceView = settingsViewOf(invoiceSettings, 'InvoiceSettings')
export const complianceView = settingsViewOf(complianceSettings, 'ComplianceSettings')
export const documentView = settingsViewOf(documentSettings, 'DocumentSettings')
export const invoiceTextView = settingsViewOf(invoiceTextSettings, 'InvoiceTextSettings')
