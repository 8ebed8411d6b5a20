import { inUnit } from '../kernel/write/in-unit.ts'
import { revokeToken } from '../activities/access/revoke-token.ts'
import { toggleSuperUser } from '../activities/access/toggle-super-user.ts'
import { chooseWorkflows } from '../activities/webhooks/choose-workflows.ts'
import { platform } from '../domain/access/principal.ts'
import { hasLink, plainLine } from '../domain/names.ts'
import { allByOne } from '../domain/topics.ts'
import { Tenant } from '../entities/tenant.ts'
import { Token } from '../entities/token.ts'
import { User } from '../entities/user.ts'
import { newTenant } from '../install/new-tenant.ts'
import { onFirstInstallation, onInstallation } from './installation.ts'

export interface TenantOptions {
  name: string
  sandbox: boolean
  timeZone: string
  byOne: boolean
  json: boolean
}

export async function createTenantCommand(options: TenantOptions): Promise<void> {
  const { name, sandbox, timeZone, byOne, json } = options
  const dualControl = byOne ? allByOne : {}
  if (name.trim() === '' || name.length > 200) throw new Error('a name has 1 to 200 characters')
  if (!plainLine.test(name) || hasLink(name)) {
    throw new Error('a name is one line, without a link and without signs that nobody sees')
  }
  const made = await onFirstInstallation(({ runtime }) =>
    newTenant(runtime, { name: name.trim(), sandbox, timeZone, dualControl }),
  )
  const text = json
    ? JSON.stringify({ ...made, sandbox })
    : `tenant  ${made.tenantId}${sandbox ? ' (sandbox)' : ''}\n` +
      `token   ${made.token}\n\nThe token is super-user and is shown only now.`
  process.stdout.write(`${text}\n`)
}

const choices = { always: 'ALWAYS', 'on-failure': 'ON_FAILURE' } as const

/** Shows the choice of a tenant, after it has been made if one is given. */
export async function tenantWebhooksCommand(
  tenantId: string,
  { workflows }: { workflows?: keyof typeof choices },
): Promise<void> {
  const chosen = await onInstallation(({ runtime }) =>
    inUnit(runtime, platform(tenantId, 'tenant webhooks'), {}, async (unit) => {
      const tenant = await unit.find(Tenant, {})
      if (tenant === null) throw new Error(`there is no tenant ${tenantId}`)
      if (workflows !== undefined) await chooseWorkflows(unit, choices[workflows])
      return tenant.webhookWorkflows
    }),
  )
  process.stdout.write(`workflows  ${chosen === 'ALWAYS' ? 'always' : 'on-failure'}\n`)
}

/** Where no second super-user is left to agree, as theirs is lost: a user, or a token. */
export async function endSuperUserCommand(tenantId: string, id: string): Promise<void> {
  await onInstallation(({ runtime }) =>
    inUnit(runtime, platform(tenantId, 'tenant end-super-user'), {}, async (unit) => {
      if ((await unit.find(Token, { id, superUser: true })) !== null) return revokeToken(unit, id)
      const user = await unit.find(User, { id, superUser: true })
      if (user === null) throw new Error(`the tenant has no super-user ${id}`)
      return toggleSuperUser(unit, id, { superUser: false })
    }),
  )
  process.stdout.write(`ended  ${id}\n`)
}
