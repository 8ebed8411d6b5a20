import type { AreaOfRules } from '../area.ts'
import { refusalsOfReminders } from './refusals.ts'

export const reminders = { refusals: refusalsOfReminders } as const satisfies AreaOfRules
