/** What a process keeps in memory of a tenant, beyond the request it serves. */
export const cacheModules = ['RIGHTS', 'CALLERS'] as const
export type CacheModule = (typeof cacheModules)[number]

export const cacheMeanings: Readonly<Record<CacheModule, string>> = {
  RIGHTS: 'The compiled rights of roles and tokens, until a role of the tenant changes',
  CALLERS: 'Who called, for at most a second',
}

/** One of these, as a process keeps it. */
export interface KeptCache {
  size(tenantId: string): number
  clear(tenantId: string): void
}

export type KeptCaches = Readonly<Record<CacheModule, KeptCache>>
