import { refuse } from '../refusal.ts'

export const toDoStatuses = ['OPEN', 'RESOLVED', 'CANCELLED'] as const
export type ToDoStatus = (typeof toDoStatuses)[number]

/** One that is done or cancelled stays as it was, until it is opened again. */
export function requireChangeable(status: ToDoStatus, wanted: ToDoStatus | undefined): void {
  if (status !== 'OPEN' && wanted !== 'OPEN') refuse('TODO_NOT_OPEN')
}

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
