import { normalisedNumber } from '../../domain/identification-number.ts'
import { Client } from '../../entities/client.ts'
import { PolicyVersion } from '../../entities/policy-version.ts'
import { Role } from '../../entities/role.ts'
import type { DualControl } from '../../domain/dual-control.ts'
import type { Topic } from '../../domain/topics.ts'
import { SystemSetting } from '../../entities/system-setting.ts'
import { Tenant } from '../../entities/tenant.ts'
import type { Unit } from '../../kernel/write/unit.ts'

export interface RoleTemplate {
  key: string
  name: string
  description: string
  rights: readonly string[]
}

export interface NewTenant {
  name: string
  sandbox: boolean
  timeZone: string
  /** By default Sweden and its currency. */
  currency?: string
  countryCode?: string
  /** What takes a second person, where it is not as usual. */
  dualControl?: Partial<Record<Topic, DualControl>>
}

/**
 * A tenant begins with the shipped roles as rows of its own, which it can assign but not change.
 */
export async function createTenant(
  unit: Unit,
  tenant: NewTenant,
  templates: readonly RoleTemplate[],
): Promise<Map<string, Role>> {
  const { currency = 'SEK', countryCode = 'SE', dualControl = {}, ...facts } = tenant
  unit.add(Tenant, {
    ...facts,
    currency,
    countryCode,
    advancedLogin: false,
    webhookWorkflows: 'ON_FAILURE',
  })
  unit.add(PolicyVersion, { revision: '1', steady: '0' })
  const roles = new Map(
    templates.map(({ key, name, description }) => [
      key,
      unit.add(Role, { name, description, template: key }),
    ]),
  )
  await unit.flush()
  for (const [topic, rule] of Object.entries(dualControl)) {
    unit.add(SystemSetting, { key: `dualControl.${topic}`, value: { is: rule } })
  }
  const rights = templates.flatMap((template) =>
    template.rights.map((right) => [roles.get(template.key)!.id, right] as const),
  )
  // Not logged for shipped roles: so many rows, which the code has too, would hide all others.
  await unit.transaction.query(
    `insert into role_right (tenant_id, role_id, right_name)
     select $1, r.role_id, r.right_name
     from unnest($2::uuid[], $3::text[]) as r (role_id, right_name)`,
    [unit.tenantId, rights.map(([role]) => role), rights.map(([, right]) => right)],
  )
  return roles
}

/** A client with no more than access needs; its onboarding adds the rest. */
export function addClient(unit: Unit, facts: { number: string; name: string }): Client {
  return unit.add(Client, {
    ...facts,
    identificationNumber: facts.number,
    normalNumber: normalisedNumber(facts.number, 'SE'),
    countryCode: 'SE',
    preferredLanguage: 'sv',
    status: 'ACTIVE',
  })
}
