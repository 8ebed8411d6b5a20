import type { ModuleCode } from '../system/modules.ts'
import type { TargetType } from '../system/target.ts'

/** What automations can do; the area of each says how. */
export const actionTypes = [
  'CREATE_TODO',
  'CREATE_NOTE',
  'ADD_LABEL',
  'CREATE_ERRAND',
  'SEND_MAIL',
  'PAUSE_INVOICE',
  'STOP_INVOICE',
  'RESUME_INVOICE',
  'REQUEST_FACTORING',
  'SET_REMINDER_PROFILE',
] as const
export type ActionType = (typeof actionTypes)[number]

/** The modules whose operations do the same. */
export const modulesOfActions: Readonly<Partial<Record<ActionType, ModuleCode>>> = {
  PAUSE_INVOICE: 'invoicing',
  STOP_INVOICE: 'invoicing',
  RESUME_INVOICE: 'invoicing',
  REQUEST_FACTORING: 'factoring',
  SET_REMINDER_PROFILE: 'reminders',
}

export const actionsMax = 10

/** An action as a rule has it: with what it is done on, of what the event is about. */
export interface Action {
  type: ActionType
  on: TargetType
  params: Readonly<Record<string, unknown>>
}
