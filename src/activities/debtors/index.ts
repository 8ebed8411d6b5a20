import type { AreaOfVerbs } from '../area.ts'
import { tellOfBankruptcy } from './bankruptcy.ts'
import { debtorSettings } from './settings.ts'

export const debtors = {
  tasks: { 'debtors.bankruptcy': tellOfBankruptcy },
  settings: [debtorSettings],
} as const satisfies AreaOfVerbs
