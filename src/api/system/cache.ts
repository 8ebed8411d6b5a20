import { z } from 'zod'
import { clearAllCaches, clearCache, clearCacheInput } from '../../activities/system/clear-cache.ts'
import { cacheMeanings, cacheModules } from '../../domain/system/cache.ts'
import type { CacheClear } from '../../entities/cache-clear.ts'
import { id, instant } from '../../kernel/read/fields.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const CacheClearView = z
  .object({
    id: id('CacheClear'),
    module: z.enum(cacheModules),
    /** How much the process that answered had kept of the tenant. */
    entries: z.int(),
    clearedAt: instant,
  })
  .meta({ id: 'CacheClear' })

const show = ({ id: clearId, module, entries, createdAt }: CacheClear) => ({
  id: clearId,
  module,
  entries,
  clearedAt: createdAt.toISOString(),
})

interface LastClear extends Record<string, unknown> {
  module: string
  at: Date
}

const listCaches = operation('GET /cache/clear', 'CacheEdit', {
  summary: 'List the caches of the tenant that can be cleared',
  returns: z
    .object({
      data: z.array(
        z.object({
          module: z.enum(cacheModules),
          description: z.string(),
          /** How much the process that answers keeps. */
          entries: z.int(),
          lastClearedAt: instant.nullable(),
        }),
      ),
    })
    .meta({ id: 'Caches' }),
}).handle(async ({ unit }) => {
  const { tenantId, transaction, runtime } = unit
  const cleared = await transaction.query<LastClear>(
    `select module, max(created_at) as at from cache_clear where tenant_id = $1 group by module`,
    [tenantId],
  )
  const last = new Map(cleared.map(({ module, at }) => [module, at.toISOString()]))
  return {
    data: cacheModules.map((module) => ({
      module,
      description: cacheMeanings[module],
      entries: runtime.caches?.[module].size(tenantId) ?? 0,
      lastClearedAt: last.get(module) ?? null,
    })),
  }
})

const clearOne = operation('POST /cache/clear', 'CacheEdit', {
  summary: 'Clear one cache of the tenant, in every process',
  body: clearCacheInput,
  returns: CacheClearView,
  shows: show,
  status: 200,
}).handle(({ unit, body }) => clearCache(unit, body))

const clearAll = operation('POST /cache/clear/all', 'CacheEdit', {
  summary: 'Clear every cache of the tenant, in every process',
  returns: z.object({ data: z.array(CacheClearView) }).meta({ id: 'CacheClears' }),
  shows: (cleared: CacheClear[]) => ({ data: cleared.map(show) }),
  status: 200,
}).handle(({ unit }) => clearAllCaches(unit))

export default { listCaches, clearCache: clearOne, clearAllCaches: clearAll } satisfies Room
