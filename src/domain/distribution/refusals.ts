import type { RefusalTable } from '../refusal.ts'

export const refusalsOfDistribution = {
  DOCUMENT_RETAINED: [
    409,
    'The law wants the document kept',
    'See `retentionUntil`: it can be deleted after that day.',
  ],
  DOCUMENT_WITHOUT_FILE: [
    409,
    'The document has no file',
    'Ask for another document, or report the `requestId`: its bytes are lost.',
  ],
  DOCUMENT_BELONGS_ELSEWHERE: [
    409,
    'The document belongs to something else',
    'Only what is kept with the client of the invoice can be linked to the invoice.',
  ],
} as const satisfies RefusalTable
