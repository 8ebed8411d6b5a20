import { life } from '../life.ts'

export const toDoStatuses = ['OPEN', 'RESOLVED', 'CANCELLED'] as const

/** One that is done or cancelled stays as it was, until it is opened again. */
export const lifeOfToDo = life('to-do', 'TODO_NOT_OPEN', toDoStatuses, {
  change: { from: ['OPEN'] },
  resolve: { from: ['OPEN'], to: 'RESOLVED', event: 'resolved' },
  cancel: { from: ['OPEN'], to: 'CANCELLED', event: 'cancelled' },
  reopen: { from: toDoStatuses, to: 'OPEN', event: 'reopened' },
})

/** Who is to do it, as far as it decides whether they may see what it is on. */
export interface Assignee {
  active: boolean
  clientId: string | null
  debtorId: string | null
}

/** The tenant's own people, and those of the client whose it is; a debtor's people see no to-dos. */
export function maySee({ active, clientId, debtorId }: Assignee, client: string | null): boolean {
  return active && debtorId === null && (clientId === null || clientId === client)
}
