import { settingsOfTenant } from '../../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { portalSettings } from './portal-settings.ts'

/** Whether portals show of a balance the total alone. */
export async function hidesBalanceDetails(unit: Unit): Promise<{ enabled: boolean }> {
  const { hideBalanceDetails } = await settingsOfTenant(unit, portalSettings)
  return { enabled: hideBalanceDetails }
}
