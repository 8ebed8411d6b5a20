import { createTenant, type NewTenant } from '../activities/access/create-tenant.ts'
import { issueToken } from '../activities/access/issue-token.ts'
import { addShippedRates } from '../activities/system/load-reference-rates.ts'
import { addShippedMethods } from '../activities/payments/payment-methods.ts'
import { noId } from '../domain/id-forms.ts'
import { Transaction } from '../ports/database/transaction.ts'
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

async function nextTenantId({ pool }: Runtime): Promise<string> {
  const transaction = await Transaction.begin(pool, { tenantId: noId }, 'command')
  const [made] = await transaction.prepared<{ tenant_id: string }>(
    `select nextval('tenant_number')::int as tenant_id`,
    [],
  )
  await transaction.commit()
  return made!.tenant_id
}

/** A new tenant with its first token, which is super-user: somebody has to let the others in. */
export async function newTenant(
  runtime: Runtime,
  tenant: NewTenant,
  more: (unit: Unit, roles: Map<string, Role>) => void | Promise<void> = () => undefined,
): Promise<MadeTenant> {
  const tenantId = await nextTenantId(runtime)
  return inUnit(runtime, platform(tenantId, 'tenant create'), {}, async (unit) => {
    const roles = await createTenant(unit, tenant, roleTemplates)
    await addShippedRates(unit)
    await addShippedMethods(unit)
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
