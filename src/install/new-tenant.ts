import { createTenant, type NewTenant } from '../activities/access/create-tenant.ts'
import { issueToken } from '../activities/access/issue-token.ts'
import { newId } from '../kernel/write/ids.ts'
import type { Runtime } from '../kernel/write/runtime.ts'
import { inUnit } from '../kernel/write/in-unit.ts'
import type { Unit } from '../kernel/write/unit.ts'
import { platform } from '../domain/access/principal.ts'
import type { Role } from '../entities/role.ts'
import { roleTemplates } from '../policy/role-templates.ts'

export const yearMs = 365 * 24 * 60 * 60 * 1000

export interface MadeTenant {
  tenantId: string
  token: string
}

/** A new tenant with its first token, which is super-user: somebody has to let the others in. */
export async function newTenant(
  runtime: Runtime,
  tenant: NewTenant,
  more: (unit: Unit, roles: Map<string, Role>) => void | Promise<void> = () => undefined,
): Promise<MadeTenant> {
  const tenantId = newId('Tenant')
  return inUnit(runtime, platform(tenantId, 'tenant create'), {}, async (unit) => {
    const roles = await createTenant(unit, tenant, roleTemplates)
    const { token } = issueToken(unit, {
      kind: 'SYSTEM',
      name: 'First token of the tenant',
      superUser: true,
      lifetimeMs: yearMs,
    })
    await more(unit, roles)
    return { tenantId, token }
  })
}
