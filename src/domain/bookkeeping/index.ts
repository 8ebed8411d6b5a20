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
  },
} as const satisfies AreaOfRules
