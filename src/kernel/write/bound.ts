import { helper, raw, Utils } from '@mikro-orm/core'
import { isNarrowed, reachOf, type Scope } from '../../domain/access/scope.ts'
import { boundBy, isAssigned, knownClaims, type Named, type Owned } from '../../entities/reach.ts'
import { factsOf, type TableFacts } from '../../entities/table.ts'

/**
 * A condition that limits a statement to the scope, besides the policy, with a mark for each value.
 */
export interface Bound {
  text: string
  values: string[]
}

const marks = { tenant: '{tenant}', client: '{client}', debtor: '{debtor}', holder: '{holder}' }

/**
 * For assigned clients the policy filters first; the condition checks only the rows it let through.
 */
const named: Named = {
  ...marks,
  assigned: (column) => isAssigned(marks, column),
  claims: knownClaims(marks),
}

const names = /\{(tenant|client|debtor|holder)\}/g

/** What a caller with this scope sees of the table; undefined for all rows of the tenant. */
export function boundOf(scope: Scope, tenantId: string, owned: Owned, of = ''): Bound | undefined {
  const text = boundBy(owned, reachOf(scope), named, of)
  if (text === undefined) return undefined
  const { clientId, debtorId, holderId } = scope
  const known = { tenant: tenantId, client: clientId, debtor: debtorId, holder: holderId }
  const values: string[] = []
  const marked = text.replaceAll(names, (_, name: keyof typeof known) => {
    values.push(known[name] ?? '')
    return '?'
  })
  return { text: `(${marked})`, values }
}

interface Caller {
  scope: Scope
  tenantId: string
}

/**
 * What a list shows a caller. What all share is for statements of the platform: to a debtor a table
 * that does not say how they are bound to it shows nothing.
 */
export function boundOfList({ scope, tenantId }: Caller, owned: Owned): Bound | undefined {
  const isHidden = scope.debtorId !== null && owned.debtorColumn === undefined
  return isHidden ? { text: '(false)', values: [] } : boundOf(scope, tenantId, owned)
}

/** The same for SQL written by a verb: the values are appended to those of the statement. */
export function boundText(bound: Bound | undefined, values: unknown[]): string {
  if (bound === undefined) return 'true'
  let taken = 0
  return bound.text.replaceAll('?', () => `$${values.push(bound.values[taken++])}`)
}

/** The same for the unit of work. */
export const whereBound = (bound: Bound | undefined, where: object): object =>
  bound === undefined ? where : { ...where, $and: [{ [raw(bound.text, bound.values)]: [] }] }

type Shown = (value: unknown) => unknown
const nothing: Shown = () => null

/** What becomes of the fields that a caller with this scope does not see as they are. */
export function hiddenFrom(
  scope: Scope,
  { debtorIsShown, sender = [], internal = [] }: TableFacts,
): ReadonlyMap<string, Shown> {
  if (!isNarrowed(scope)) return none
  return new Map([
    ...internal.map((field) => [field, nothing] as const),
    ...(scope.hidesSenders === true ? sender.map((field) => [field, nothing] as const) : []),
    ...(scope.debtorId === null ? [] : Object.entries(debtorIsShown ?? {})),
  ])
}
const none: ReadonlyMap<string, Shown> = new Map()

/** The row as a caller with this scope sees it, without the fields that are hidden from them. */
export function seenBy<R extends object>(scope: Scope, facts: TableFacts, row: R): R {
  const hidden = hiddenFrom(scope, facts)
  if (hidden.size === 0) return row
  const seen = { ...row } as Record<string, unknown>
  for (const [field, shown] of hidden) seen[field] = shown(seen[field])
  return seen as R
}

/** The rows that a verb returns, each as a caller with this scope sees it. */
export function shownAs(scope: Scope, given: unknown): unknown {
  if (!isNarrowed(scope)) return given
  if (Array.isArray(given)) return given.map((one: unknown) => shownAs(scope, one))
  if (isEntity(given)) return seenBy(scope, factsOf(helper(given).__meta.tableName), given)
  if (!isPlain(given)) return given
  return Object.fromEntries(Object.entries(given).map(([name, one]) => [name, shownAs(scope, one)]))
}

const isEntity = (given: unknown): given is object =>
  typeof given === 'object' && given !== null && Utils.isEntity(given)

const isPlain = (given: unknown): given is object =>
  typeof given === 'object' && given !== null && Object.getPrototypeOf(given) === Object.prototype

/**
 * Whether a caller with this scope may filter or sort by the field: hidden fields allow neither.
 */
export function mayAskBy(scope: Scope, facts: TableFacts, field: string): boolean {
  return !hiddenFrom(scope, facts).has(field)
}
