import type { z } from 'zod'
import { ServiceAccount, ServiceAccountRole } from '../../entities/service-account.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { changeableAccount } from './changeable-account.ts'
import { endMintedBy, endTokensOfAccount } from './end-tokens.ts'
import { refuseRolesBeyond, rolesNamed, roleIds } from './grants.ts'
import { refuseClosedClient } from './refuse-closed-client.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { rowsOf } from '../../kernel/read/rows.ts'

export const updateServiceAccountInput = bodyOf(ServiceAccount, ['name', 'description', 'active'])
  .extend({ roleIds })
  .partial()
export type ServiceAccountChange = z.output<typeof updateServiceAccountInput>

/** Changes an account; roles are replaced by those sent, and switching it off ends its tokens. */
export async function updateServiceAccount(
  unit: Unit,
  id: string,
  sent: ServiceAccountChange,
): Promise<ServiceAccount> {
  if (sent.active === true) {
    const [asked] = await rowsOf(unit, ServiceAccount, { id: [id] }, ['clientId'])
    await refuseClosedClient(unit, asked?.clientId)
  }
  if (sent.active === false)
    await unit.runtime.registered.secondPerson.endAskedBy(
      unit,
      id,
      'Whoever asked was switched off',
    )
  const account = await changeableAccount(unit, id)
  account.name = sent.name ?? account.name
  account.description = sent.description ?? account.description
  account.active = sent.active ?? account.active
  if (sent.roleIds !== undefined) await setRoles(unit, account, sent.roleIds)
  if (!account.active) {
    await endTokensOfAccount(unit, id)
    await endMintedBy(unit, [id])
  }
  await unit.flush()
  return account
}

async function setRoles(
  unit: Unit,
  account: ServiceAccount,
  roleIds: readonly string[],
): Promise<void> {
  const serviceAccountId = account.id
  const roles = await rolesNamed(unit, roleIds)
  await refuseRolesBeyond(unit, roles, { clientId: account.clientId ?? null })
  const wanted = new Set(roles.map(({ id }) => id))
  for (const held of await unit.all(ServiceAccountRole, { serviceAccountId })) {
    if (!wanted.delete(held.roleId)) unit.remove(held)
  }
  for (const roleId of wanted) unit.add(ServiceAccountRole, { serviceAccountId, roleId })
}
