import type { AreaOfVerbs } from '../area.ts'
import { authorizeCharges } from './charges/authorize-charges.ts'
import { bill, billing, billingJob, exportJob, generate } from './charges/billing.ts'
import { chargedFor } from './charges/happenings.ts'
import { exportBills } from './charges/export-bills.ts'
import { billingRoutineSettings } from './charges/settings.ts'

export const reminders = {
  tasks: {
    'charges.generate': generate,
    'charges.authorize': authorizeCharges,
    'charges.bill': bill,
    'bookkeepingFiles.billing': billing,
    'bills.export': exportBills,
  },
  jobs: { 'charges.billing': billingJob, 'bills.export': exportJob },
  chargedFor,
  settings: [billingRoutineSettings],
} as const satisfies AreaOfVerbs
