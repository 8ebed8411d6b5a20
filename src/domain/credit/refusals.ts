import type { RefusalTable } from '../refusal.ts'

export const refusalsOfCredit = {
  CLIENT_MAY_NOT_DECIDE: [
    403,
    'Nobody decides about the financing of their own invoices',
    "Let somebody of the tenant's decide; a client's token may only ask.",
  ],
} as const satisfies RefusalTable
