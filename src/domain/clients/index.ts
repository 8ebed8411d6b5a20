import type { AreaOfRules } from '../area.ts'
import { onBecoming, life } from '../event-rules.ts'
import { refusalsOfClients } from './refusals.ts'

export const clients = {
  ids: {
    Client: 'C.',
    ClientAccess: 'AC',
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
  events: [
    ...onBecoming('Client', 'status', 'CLIENT', { ACTIVE: 'activated' }),
    ...life('Client', 'CLIENT'),
    { entity: 'ClientAccess', when: 'CREATED', type: 'CLIENT', name: 'accessGiven' },
    { entity: 'ClientAccess', when: 'DELETED', type: 'CLIENT', name: 'accessEnded' },
    ...life('ClientSetting', 'CLIENT', 'settings'),
    { entity: 'OnboardingStep', when: 'UPDATED', type: 'CLIENT', name: 'onboardingMoved' },
    ...life('EmailRecipient', 'CLIENT', 'emailRecipient'),
    ...life('ClientArticle', 'CLIENT', 'article'),
    {
      entity: 'ClientProduct',
      when: { field: 'enabled' },
      type: 'CLIENT_PRODUCT',
      name: 'toggled',
    },
    ...life('ClientProduct', 'CLIENT_PRODUCT'),
    {
      entity: 'ClientAccount',
      when: { field: 'balance' },
      type: 'CLIENT_ACCOUNT',
      name: 'changed',
    },
    ...life('ClientAccount', 'CLIENT_ACCOUNT'),
    ...life('ClientAccountTransaction', 'CLIENT_ACCOUNT', 'transaction'),
    { entity: 'ClientSync', when: { field: 'status' }, type: 'CLIENT_SYNC', name: 'statusChanged' },
    ...life('ClientSync', 'CLIENT_SYNC'),
    ...life('ClientSyncInvoice', 'CLIENT_SYNC', 'invoice'),
    ...life('ReminderProfile', 'REMINDER_PROFILE'),
    ...life('PaymentReferenceSetting', 'CLIENT', 'paymentReferences'),
  ],
} as const satisfies AreaOfRules
