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
    'clients.closed': {
      at: '04:40',
      summary: 'Closed clients of which something is open again are to be wound up once more',
    },
  },
  processes: {
    onboardClient: {
      workflow: 'onboardClient',
      queue: 'core',
      prefix: 'onboard-client',
      entity: 'Client',
      inNameOf: 'platform',
      statuses: ['ONBOARDING', 'ACTIVE', 'FAILED'],
      shownAt: '/clients/{id}',
    },
    commitConfiguration: {
      workflow: 'commitConfiguration',
      queue: 'bulk',
      prefix: 'commit-configuration',
      entity: 'Client',
      inNameOf: 'platform',
      statuses: ['WAITING', 'AWAY', 'COMMITTED', 'FAILED', 'NONE'],
      shownAt: '/clients/{id}/connect-to-git',
    },
    exportInvoices: {
      workflow: 'exportInvoices',
      queue: 'bulk',
      prefix: 'export-invoices',
      entity: 'Client',
      inNameOf: 'platform',
      statuses: ['RUNNING', 'WAITING', 'DONE'],
      shownAt: '/clients/{id}/sync/invoices',
    },
  },
  tasks: ['clientProduct.apply'],
} as const satisfies AreaOfRules
