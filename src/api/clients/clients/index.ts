import type { Room } from '../../../kernel/http/operation.ts'
import access from './access.ts'
import articles from './articles.ts'
import clients from './clients.ts'
import documents from './documents.ts'
import emailRecipients from './email-recipients.ts'
import financing from './financing.ts'
import git from './git.ts'
import labels from './labels.ts'
import reminders from './reminders.ts'
import settings from './settings.ts'
import syncInvoices from './sync-invoices.ts'
import sync from './sync.ts'
import takingOn from './taking-on.ts'

export default {
  ...access,
  ...clients,
  ...takingOn,
  ...settings,
  ...documents,
  ...reminders,
  ...financing,
  ...sync,
  ...syncInvoices,
  ...articles,
  ...labels,
  ...git,
  ...emailRecipients,
} satisfies Room
