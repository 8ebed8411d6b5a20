import { FeeType } from '../fee-type.ts'

export const reminders = [FeeType] as const
