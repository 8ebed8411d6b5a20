import type { RefusalTable } from '../refusal.ts'

export const refusalsOfDistribution = {
  NO_PERSON: [
    409,
    'Views are saved by people',
    'Log in as a user: tokens and service accounts have no views of their own.',
  ],
  TOO_MANY_VIEWS: [
    409,
    'As many views as a person can have are saved',
    'Delete one that is not used any more at `DELETE /content-user-setting/{id}`.',
  ],
  DISTRIBUTION_NOT_FAILED: [
    409,
    'The document does not wait for a person to send it',
    'Read the document: `distributionStatus` tells whether it is on its way, sent, or not to be sent.',
  ],
  DOCUMENT_FILE_DIFFERS: [
    409,
    'The file of the document is not the one that was stored',
    'Restore the file from a backup, or report the `requestId`: somebody changed it in the store.',
  ],
  DOCUMENT_RETAINED: [
    409,
    'The document has to be kept',
    'See `retentionUntil`: it can be deleted after that day, once nothing open needs it.',
  ],
  DOCUMENT_NOT_DRAWN: [
    422,
    'The document cannot be drawn within its limits',
    'Shorten the texts or the rows of the invoice; report the `requestId` if they are short.',
  ],
  DOCUMENT_WITHOUT_FILE: [
    409,
    'The document has no file',
    'Ask for another document, or report the `requestId`: its bytes are lost.',
  ],
  FILE_UNREADABLE: [
    422,
    'The file is not what it should be',
    'See `errors`: save it anew as a PNG or JPEG of at most 40 million pixels, and send that.',
  ],
  DOCUMENT_BELONGS_ELSEWHERE: [
    409,
    'The document belongs to something else',
    'Only what is kept with the client of the invoice can be linked to the invoice.',
  ],
} as const satisfies RefusalTable
