import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { onCreated } from '../domain/event-rules.ts'
import { cacheModules } from '../domain/system/cache.ts'
import { identified, tenantTable } from './table.ts'

/** That somebody had a cache emptied. */
export const CacheClear = defineEntity({
  name: 'CacheClear',
  ...tenantTable('cache_clear', {
    immutable: [],
    references: { tenantId: 'tenant' },
    events: { CACHE: { means: [onCreated('cleared')], rights: ['CacheEdit'], shows: ['module'] } },
  }),
  properties: {
    ...identified('CC'),
    module: p.enum(cacheModules),
    /** How much the process that was asked had kept. */
    entries: p.integer(),
    createdAt: p.datetime(3),
  },
  indexes: [{ name: 'cache_clear_module_index', properties: ['tenantId', 'module', 'id'] }],
})
export type CacheClear = InferEntity<typeof CacheClear>
