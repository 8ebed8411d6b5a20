import { ErpType, Erp } from '../erp.ts'

export const integrations = [ErpType, Erp] as const
