import { refuseBeyond } from '../../domain/access/grant.ts'
import { ServiceAccount } from '../../entities/service-account.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { grantOfAccount } from './grants.ts'
import { lockOne } from './locks.ts'

/** Who changes a service account could act through it, and so must have all its rights. */
export async function changeableAccount(unit: Unit, id: string): Promise<ServiceAccount> {
  await lockOne(unit, 'service-account', id)
  const account = await unit.load(ServiceAccount, id)
  refuseBeyond(unit.principal, await grantOfAccount(unit, account))
  return account
}
