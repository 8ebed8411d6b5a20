import { z } from 'zod'
import { isOpen, type Operation } from './operation.ts'

/** The row whose version a path shows, if it is not the row with the id in the path. */
export interface NamedRow {
  readonly entity: { readonly meta: { readonly tableName: string; readonly className: string } }
  /** Further columns of the key besides the value in the path, such as the kind of settings. */
  readonly only?: Readonly<Record<string, unknown>>
  /** What is in the path as it may be stored, where people write it in several ways. */
  readonly spellings?: (written: string) => readonly string[]
  /** Fields of the body that say which of several rows the path names. */
  readonly byBody?: readonly string[]
}

/** Whether what is shown is a row with a version. */
export const isVersioned = (returns: z.ZodType | undefined): boolean =>
  returns instanceof z.ZodObject && returns.shape['version'] instanceof z.ZodNumber

/**
 * Whether the row that the path names has a version that a caller may expect: the view says it,
 * otherwise `names` of the operation.
 */
export function namesVersion({ method, params, requires, declared }: Operation): boolean {
  if (isOpen(requires) || (method !== 'PUT' && method !== 'DELETE')) return false
  return declared.names !== undefined || (params.length > 0 && isVersioned(declared.returns))
}

export type IsNamed = (table: string, row: Readonly<Record<string, unknown>>) => boolean

const never = { isNamed: () => false, neverNamed: true }

/**
 * The row that the last parameter of a path names: by its id, or by the field that the parameter is
 * called after. What a verb loads on its way there, an owner or a client, is another row.
 */
export function namedRow(
  operation: Operation,
  params: Readonly<Record<string, string>>,
  body?: unknown,
): { isNamed: IsNamed; neverNamed: boolean } {
  if (!namesVersion(operation)) return never
  const { names: meant } = operation.declared
  const name = operation.params.at(-1)
  const value = name === undefined ? undefined : params[name]
  if (meant !== undefined) {
    const table = meant.entity.meta.tableName
    const given = body as Readonly<Record<string, unknown>> | undefined
    const chosen = (meant.byBody ?? []).map((field) => [field, given?.[field]] as const)
    const only = [...Object.entries(meant.only ?? {}), ...chosen]
    const spelled = value === undefined ? [] : [value, ...(meant.spellings?.(value) ?? [])]
    const isNamed: IsNamed = (of, row) =>
      of === table &&
      only.every(([field, wanted]) => row[field] === wanted) &&
      (name === undefined ||
        [...owners, name].some((field) => spelled.includes(String(row[field]))))
    return { isNamed, neverNamed: false }
  }
  if (name === undefined || value === undefined) return never
  const isOwner = name !== 'id' && owners.includes(name)
  const isNamed: IsNamed = (_, row) =>
    row['id'] === value || (!isOwner && String(row[name]) === value)
  return { isNamed, neverNamed: true }
}

/** By what a row is named that has no id of its own in the path. */
const owners = ['id', 'clientId', 'debtorId', 'invoiceId', 'systemDebtorId', 'userId']
