import type { AreaOfRules } from '../area.ts'
import { onBecoming, life } from '../event-rules.ts'
import { refusalsOfFactoring } from './refusals.ts'

export const factoring = {
  ids: { FactoringDecision: 'FD', FactoringCountry: 'FC', InvoiceRefinancing: 'IR' },
  refusals: refusalsOfFactoring,
  processes: {
    factoringDecision: {
      workflow: 'factoringDecision',
      queue: 'core',
      prefix: 'factoring-decision',
      entity: 'FactoringDecision',
    },
  },
  tasks: ['factoring.bulkDecision'],
  events: [
    ...life('FactoringCountry', 'FACTORING_COUNTRY'),
    ...onBecoming('FactoringDecision', 'financeDecision', 'FACTORING_STATUS', {
      APPROVED: 'approved',
      DENIED: 'denied',
      DENIED_SERVICE: 'deniedService',
      REFINANCE: 'refinance',
    }),
    { entity: 'FactoringDecision', when: 'CREATED', type: 'FACTORING_STATUS', name: 'requested' },
    {
      entity: 'FactoringDecision',
      when: { field: 'status' },
      type: 'FACTORING_STATUS',
      name: 'moved',
    },
    ...life('FactoringDecision', 'FACTORING_STATUS'),
    ...onBecoming('InvoiceRefinancing', 'status', 'FACTORING_STATUS', { RECOURSED: 'recourse' }),
    ...life('InvoiceRefinancing', 'FACTORING_STATUS', 'refinancing'),
  ],
  eventContents: {
    FACTORING_STATUS: { fields: ['invoiceId', 'status', 'financeDecision', 'decidedBy'] },
  },
} as const satisfies AreaOfRules
