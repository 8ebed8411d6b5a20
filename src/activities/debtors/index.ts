import type { AreaOfVerbs } from '../area.ts'
import { tellOfBankruptcy } from './bankruptcy.ts'
import { debtorsSettings } from './settings.ts'

export const debtors = {
  tasks: { 'debtors.bankruptcy': tellOfBankruptcy },
  settings: [debtorsSettings],
} as const satisfies AreaOfVerbs
