import type { AreaOfRules } from '../area.ts'
import { refusalsOfClients } from './refusals.ts'

export const clients = {
  ids: {
    Client: 'C.',
    ClientSetting: 'CS',
    OnboardingStep: 'OS',
    ClientProduct: 'CP',
    ClientAccount: 'CA',
    ClientAccountTransaction: 'CT',
    ClientArticle: 'CX',
    EmailRecipient: 'ER',
    ClientSync: 'CY',
    ClientSyncInvoice: 'CZ',
    ReminderProfile: 'RP',
    PaymentReferenceSetting: 'PS',
  },
  refusals: refusalsOfClients,
  processes: {
    onboardClient: {
      workflow: 'onboardClient',
      queue: 'core',
      prefix: 'onboard-client',
      entity: 'Client',
    },
    exportInvoices: {
      workflow: 'exportInvoices',
      queue: 'bulk',
      prefix: 'export-invoices',
      entity: 'Client',
    },
  },
  tasks: ['clientProduct.apply'],
} as const satisfies AreaOfRules
