import { ErpType, Erp } from '../erp.ts'
import { InstanceProvider, ServiceProvider } from '../provider.ts'

export const integrations = [ErpType, Erp, InstanceProvider, ServiceProvider] as const
