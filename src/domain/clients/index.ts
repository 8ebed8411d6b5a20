import type { AreaOfRules } from '../area.ts'
import { refusalsOfClients } from './refusals.ts'

export const clients = {
  refusals: refusalsOfClients,
  topics: {
    ACTIVATION_AUTHORIZATION: { usual: 'ALWAYS' },
    CLIENT_ACCOUNT_TRANSACTION: { usual: 'ALWAYS' },
    CLIENT_BANK_ACCOUNT: { usual: 'ALWAYS' },
    CROSS_CLIENT_TRANSFER: { usual: 'ALWAYS' },
  },
  jobs: {
    'kyc.review': {
      at: '04:30',
      summary: 'Clients whose approval is about to end are to be looked at again',
    },
  },
  processes: {
    onboardClient: {
      workflow: 'onboardClient',
      queue: 'core',
      prefix: 'onboard-client',
      entity: 'Client',
      inNameOf: 'platform',
    },
    commitConfiguration: {
      workflow: 'commitConfiguration',
      queue: 'bulk',
      prefix: 'commit-configuration',
      entity: 'Client',
      inNameOf: 'platform',
    },
    exportInvoices: {
      workflow: 'exportInvoices',
      queue: 'bulk',
      prefix: 'export-invoices',
      entity: 'Client',
      inNameOf: 'platform',
    },
  },
  tasks: ['clientProduct.apply'],
} as const satisfies AreaOfRules
