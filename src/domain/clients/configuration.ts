export const repositoryStatuses = ['WAITING', 'COMMITTED', 'FAILED', 'DISCONNECTED'] as const

/** One name under another: nothing leads out of the folder, nor to what git keeps or means by itself. */
const segment = '[A-Za-z0-9](?:[A-Za-z0-9_-]{0,39})'
export const branchShape = new RegExp(`^(?!HEAD$)${segment}(?:/${segment}){0,3}$`)
export const repositoryShape = /^[a-z0-9][a-z0-9-]{0,59}$/

/** Git has no branch within another one: it keeps each as a file. */
export const isNested = (branch: string, other: string): boolean =>
  branch.startsWith(`${other}/`) || other.startsWith(`${branch}/`)

/** As whoever compares two states wants it: fields in one order, a line for each. */
export const canonicalJson = (value: unknown): string =>
  `${JSON.stringify(inOrder(value), null, 2)}\n`

function inOrder(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(inOrder)
  if (value === null || typeof value !== 'object') return value
  const fields = Object.entries(value).filter(([, one]) => one !== undefined)
  const sorted = fields.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(sorted.map(([name, one]) => [name, inOrder(one)]))
}

/** What changes by itself, says only when, or follows from the rest. */
const noise = new Set([
  'tenantId',
  'clientId',
  'version',
  'createdAt',
  'updatedAt',
  'nextNumber',
  'normalNumber',
  'status',
  'verifiedAt',
  'verifiedBy',
])

export const isConfigured = (field: string): boolean => !noise.has(field)
