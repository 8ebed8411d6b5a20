import type { BusinessDate } from '../../domain/dates.ts'
import type { Tenant } from '../../entities/tenant.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** The tenant of this unit: its zone, currency and country; read once for each unit. */
export function tenantOf(unit: Unit): Promise<Readonly<Tenant>> {
  return unit.tenant()
}

/** Today in the tenant's time zone. */
export function todayOf(unit: Unit): Promise<BusinessDate> {
  return unit.today()
}
