import type { z } from 'zod'
import { cacheModules, type CacheModule } from '../../domain/system/cache.ts'
import { CacheClear } from '../../entities/cache-clear.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import type { Unit } from '../../kernel/write/unit.ts'

export const clearCacheInput = bodyOf(CacheClear, ['module'])

export async function clearCache(
  unit: Unit,
  { module }: z.output<typeof clearCacheInput>,
): Promise<CacheClear> {
  await outdatePolicy(unit, [module])
  return forget(unit, module)
}

export async function clearAllCaches(unit: Unit): Promise<CacheClear[]> {
  await outdatePolicy(unit, cacheModules)
  return cacheModules.map((module) => forget(unit, module))
}

/**
 * Other processes follow when a request reads the raised policy version; callers are kept for a
 * second only.
 */
async function outdatePolicy(unit: Unit, modules: readonly CacheModule[]): Promise<void> {
  if (!modules.includes('RIGHTS')) return
  await unit.transaction.query(
    `update policy_version set revision = revision + 1, steady = nextval('steady_number')
     where tenant_id = $1`,
    [unit.tenantId],
  )
}

/** Forgets what this process keeps of the tenant. */
function forget(unit: Unit, module: CacheModule): CacheClear {
  const kept = unit.runtime.caches?.[module]
  const entries = kept?.size(unit.tenantId) ?? 0
  kept?.clear(unit.tenantId)
  return unit.add(CacheClear, { module, entries })
}
