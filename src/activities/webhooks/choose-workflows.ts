import { Tenant } from '../../entities/tenant.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Deliveries that are taken from now on go by it. */
export async function chooseWorkflows(
  unit: Unit,
  webhookWorkflows: Tenant['webhookWorkflows'],
): Promise<Tenant> {
  const tenant = await unit.load(Tenant, {})
  tenant.webhookWorkflows = webhookWorkflows
  return tenant
}
