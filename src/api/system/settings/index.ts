import type { Room } from '../../../kernel/http/operation.ts'
import clients from './clients.ts'
import debtors from './debtors.ts'
import providers from './providers.ts'
import templates from './templates.ts'

export default { ...clients, ...templates, ...debtors, ...providers } satisfies Room
