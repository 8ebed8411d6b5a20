import { issueToken } from '../activities/access/issue-token.ts'
import { platform } from '../domain/access/principal.ts'
import { Role } from '../entities/role.ts'
import { Tenant } from '../entities/tenant.ts'
import { inUnit } from '../kernel/write/in-unit.ts'
import type { Unit } from '../kernel/write/unit.ts'
import { onInstallation } from './installation.ts'

export interface TokenOptions {
  tenant: string
  name: string
  role: string[]
  superUser: boolean
  days: number
  json: boolean
}

const dayMs = 24 * 60 * 60 * 1000

/** For whoever has lost the last one, and for machines: by no user, so that it outlasts them. */
export async function createTokenCommand(options: TokenOptions): Promise<void> {
  const { tenant, name, role, superUser, days, json } = options
  if (!superUser && role.length === 0) throw new Error('say --role, or --super-user')
  const made = await onInstallation(({ runtime }) =>
    inUnit(runtime, platform(tenant, 'token create'), {}, async (unit) => {
      if ((await unit.find(Tenant, {})) === null) throw new Error(`there is no tenant ${tenant}`)
      const roleIds = await rolesCalled(unit, role)
      const lifetimeMs = days * dayMs
      return issueToken(unit, { kind: 'SYSTEM', name, superUser, roleIds, lifetimeMs })
    }),
  )
  const text = json
    ? JSON.stringify(made)
    : `id     ${made.id}\ntoken  ${made.token}\n\nIt is shown only now, and ends ${made.expiresAt}.`
  process.stdout.write(`${text}\n`)
}

async function rolesCalled(unit: Unit, names: readonly string[]): Promise<string[]> {
  const roles = await unit.all(Role, {})
  return names.map((name) => {
    const found = roles.find((role) => role.name === name || role.template === name)
    if (found !== undefined) return found.id
    const known = roles.map((role) => role.name).toSorted()
    throw new Error(`there is no role ${name}; there are ${known.join(', ')}`)
  })
}
