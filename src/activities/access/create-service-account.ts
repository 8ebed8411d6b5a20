import type { z } from 'zod'
import { clientOfGift } from '../../domain/access/grant.ts'
import { Client } from '../../entities/client.ts'
import { ServiceAccount, ServiceAccountRole } from '../../entities/service-account.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { addSecret, type WithSecret } from './account-secret.ts'
import { refuseClosedClient } from './refuse-closed-client.ts'
import { refuseMinted } from './refuse-minted.ts'
import { refuseRolesBeyond, rolesNamed, roleIds } from './grants.ts'
import { id } from '../../kernel/read/fields.ts'
import { bodyOf } from '../../kernel/read/body.ts'

export const createServiceAccountInput = bodyOf(ServiceAccount, ['name', 'description'], {
  description: '',
}).extend({ roleIds: roleIds.default([]), clientId: id('Client').optional() })
export type NewServiceAccount = z.output<typeof createServiceAccountInput>

/** Makes the account of a machine, with its first secret. */
export async function createServiceAccount(
  unit: Unit,
  wanted: NewServiceAccount,
): Promise<WithSecret> {
  await refuseMinted(unit)
  const { name, description } = wanted
  const clientId = clientOfGift(unit.scope, wanted.clientId)
  if (wanted.clientId !== undefined) await unit.load(Client, wanted.clientId, '/clientId')
  await refuseClosedClient(unit, clientId)
  const roles = await rolesNamed(unit, wanted.roleIds)
  await refuseRolesBeyond(unit, roles, { clientId })
  const account = unit.add(ServiceAccount, { name, description, active: true, clientId })
  for (const { id } of roles) {
    unit.add(ServiceAccountRole, { serviceAccountId: account.id, roleId: id })
  }
  const secret = addSecret(unit, account)
  await unit.flush()
  return { account, secret }
}
