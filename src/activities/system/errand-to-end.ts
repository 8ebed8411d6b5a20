import { isBound } from '../../domain/access/scope.ts'
import { isForClients } from '../../domain/system/errand.ts'
import { SystemErrand } from '../../entities/system-errand.ts'
import { refuseEnding } from '../../kernel/write/refuse-tenants-own.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** The errand that somebody is about to do something about. */
export async function errandToEnd(unit: Unit, id: string): Promise<SystemErrand> {
  const errand = await unit.load(SystemErrand, id)
  if (isBound(unit.scope) && !isForClients(errand)) refuseEnding()
  return errand
}
