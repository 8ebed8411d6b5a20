import type { BusinessDate } from '../../domain/dates.ts'
import { Tenant } from '../../entities/tenant.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** The tenant that this unit works for: its zone, its currency, its country. Read once a unit. */
export async function tenantOf(unit: Unit): Promise<Tenant> {
  // Not the row whose version a caller can mean, so it does not meet their expectation.
  return unit.em.findOneOrFail(Tenant, { tenantId: unit.tenantId })
}

/** The business date it is, where the tenant is. */
export function todayOf(unit: Unit): Promise<BusinessDate> {
  return unit.today()
}
