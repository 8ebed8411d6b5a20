import type { AreaOfRules } from '../area.ts'
import { refusalsOfReminders } from './refusals.ts'

export const reminders = {
  refusals: refusalsOfReminders,
  topics: { CHARGES_AUTHORIZED: { usual: 'OFF' } },
  tasks: [
    'charges.generate',
    'charges.authorize',
    'charges.bill',
    'bookkeepingFiles.billing',
    'bills.export',
  ],
  jobs: {
    'charges.billing': {
      at: '03:00',
      summary: 'What happened is charged, billed and booked, as each client is billed',
    },
    'bills.export': {
      at: '04:00',
      summary: 'Bills that are booked become documents for their clients',
    },
  },
} as const satisfies AreaOfRules
