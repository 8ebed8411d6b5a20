import { helper, Utils } from '@mikro-orm/core'
import { reachOf, type Scope } from '../../domain/access/scope.ts'
import { boundBy, isAssigned, knownClaims, type Named, type Owned } from '../../entities/reach.ts'
import { factsOf, type TableFacts } from '../../entities/table.ts'

/** What binds a statement beside its policy: a condition with a mark for each of its values. */
export interface Bound {
  text: string
  values: string[]
}

const marks = { tenant: '{tenant}', client: '{client}', debtor: '{debtor}', holder: '{holder}' }

/** Who is assigned was asked once, by the policy; its statement asks of the rows that it let through. */
const named: Named = {
  ...marks,
  assigned: (column) => isAssigned(marks, column),
  claims: knownClaims(marks),
}

const names = /\{(tenant|client|debtor|holder)\}/g

/** What a caller of this scope sees of the table; undefined where it is all of the tenant's. */
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

/** The same for a statement of a verb's own: its values join the statement's. */
export function boundText(bound: Bound | undefined, values: unknown[]): string {
  if (bound === undefined) return 'true'
  let taken = 0
  return bound.text.replaceAll('?', () => `$${values.push(bound.values[taken++])}`)
}

/** The row as somebody of this scope sees it: what is not theirs to know is not there. */
export function seenBy<R extends object>(scope: Scope, facts: TableFacts, row: R): R {
  const { debtorIsShown } = facts
  if (scope.debtorId === null || debtorIsShown === undefined) return row
  const seen = { ...row } as Record<string, unknown>
  for (const [field, shown] of Object.entries(debtorIsShown)) seen[field] = shown(seen[field])
  return seen as R
}

/** What a verb gives of the rows that it loaded, each as somebody of this scope sees it. */
export function shownAs(scope: Scope, given: unknown): unknown {
  if (scope.debtorId === null) return given
  if (Array.isArray(given)) return given.map((one: unknown) => shownAs(scope, one))
  if (isEntity(given)) return seenBy(scope, factsOf(helper(given).__meta.tableName), given)
  if (!isPlain(given)) return given
  return Object.fromEntries(Object.entries(given).map(([name, one]) => [name, shownAs(scope, one)]))
}

const isEntity = (given: unknown): given is object =>
  typeof given === 'object' && given !== null && Utils.isEntity(given)

const isPlain = (given: unknown): given is object =>
  typeof given === 'object' && given !== null && Object.getPrototypeOf(given) === Object.prototype

/** Whether somebody of this scope may ask by the field: what is not shown does not answer either. */
export function mayAskBy(scope: Scope, { debtorIsShown }: TableFacts, field: string): boolean {
  return scope.debtorId === null || debtorIsShown?.[field] === undefined
}
