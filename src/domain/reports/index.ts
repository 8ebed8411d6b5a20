import type { AreaOfRules } from '../area.ts'
import { refusalsOfReports } from './refusals.ts'

export const reports = { refusals: refusalsOfReports } as const satisfies AreaOfRules
