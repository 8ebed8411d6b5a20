import { refuse } from '../refusal.ts'
import type { MainStatus } from './invoice.ts'

/** Whoever is released is not liable any more, and stays on record. */
export const guarantorStatuses = ['ACTIVE', 'RELEASED'] as const

export const guarantorsMax = 20

/** Nobody becomes liable for what is settled. */
export function refuseSettled(status: MainStatus): void {
  if (status === 'CLOSED' || status === 'ARCHIVED') refuse('GUARANTEE_NOT_CHANGEABLE')
}
