import type { AreaOfRules } from '../area.ts'
import { refusalsOfBookkeeping } from './refusals.ts'

export const bookkeeping = {
  refusals: refusalsOfBookkeeping,
  processes: {
    deliverBookkeepingFile: {
      workflow: 'deliverBookkeepingFile',
      queue: 'core',
      prefix: 'deliver-bookkeeping-file',
      entity: 'BookkeepingDelivery',
      inNameOf: 'platform',
      statuses: ['QUEUED', 'SENT', 'FAILED', 'CANCELLED'],
      shownAt: '/bookkeeping-deliveries/{id}',
    },
  },
  tasks: ['bookkeepingFiles.generate', 'bookkeepingFiles.internal', 'bills.bookkeep'],
  topics: {
    LOCKED_PERIOD_BACK: { usual: 'ALWAYS', ofClients: 'in a book of its own' },
    MANUAL_VOUCHER: {
      usual: 'ALWAYS',
      ofClients: 'in a book of its own, never on a control account',
    },
  },
  jobs: {
    'invariants.check': {
      at: '02:30',
      summary: 'The books are checked, and an errand is left for each fault',
    },
    'invariants.hourly': {
      at: '00:20',
      until: '23:00',
      everyMinutes: 60,
      summary: 'Books and deliveries are checked, as far as each check is soon done',
    },
  },
} as const satisfies AreaOfRules
