import { cacheModules, type CacheModule } from '../../domain/system/cache.ts'
import { CacheClear } from '../../entities/cache-clear.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/**
 * Empties what this process keeps of the tenant. Other processes follow when a request reads the
 * raised policy version; callers are kept for a second only.
 */
export async function clearCaches(
  unit: Unit,
  modules: readonly CacheModule[] = cacheModules,
): Promise<CacheClear[]> {
  const { caches } = unit.runtime
  if (modules.includes('RIGHTS')) {
    await unit.transaction.query(
      'update policy_version set revision = revision + 1 where tenant_id = $1',
      [unit.tenantId],
    )
  }
  return modules.map((module) => {
    const entries = caches?.[module].size(unit.tenantId) ?? 0
    caches?.[module].clear(unit.tenantId)
    return unit.add(CacheClear, { module, entries })
  })
}
