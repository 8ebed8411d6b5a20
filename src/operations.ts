import type { Area } from './api/app.ts'
import access from './api/access/index.ts'
import debtors from './api/debtors/index.ts'
import distribution from './api/distribution/index.ts'
import system from './api/system/index.ts'

/** The areas of the platform in order: the only list of everything it serves. */
export const areas: readonly Area[] = [access, debtors, distribution, system]
