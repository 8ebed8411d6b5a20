import type { BusinessDate } from '../../domain/dates.ts'
import { Tenant } from '../../entities/tenant.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** The tenant of this unit: its zone, currency and country; read once for each unit. */
export async function tenantOf(unit: Unit): Promise<Tenant> {
  // Not the row that a path names, so an expected version is not compared with it.
  return unit.em.findOneOrFail(Tenant, { tenantId: unit.tenantId })
}

/** Today in the tenant's time zone. */
export function todayOf(unit: Unit): Promise<BusinessDate> {
  return unit.today()
}
