import { refuseBeyond } from '../../domain/access/grant.ts'
import { ServiceAccount } from '../../entities/service-account.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { holdingOfAccount } from './holdings.ts'
import { lockOne } from './locks.ts'

/** Whoever can act through a service account holds all that it does. */
export async function changeableAccount(unit: Unit, id: string): Promise<ServiceAccount> {
  await lockOne(unit, 'service-account', id)
  const account = await unit.load(ServiceAccount, id)
  refuseBeyond(unit.principal, await holdingOfAccount(unit, account))
  return account
}
