import type { Statement } from './statements.ts'

/** A value of a statement that several go as. */
export type Part =
  /** It is the same for all; those of whom it differs do not go together. */
  | { same: unknown }
  /** The latest moment of any. */
  | { latest: string }
  /** The items of all. */
  | { list: readonly unknown[] }
  /** The same in one order, whoever sends them. */
  | { sorted: readonly string[] }
  /** Rows of all as JSON, each time without the brackets around them. */
  | { rows: string }
  /** The sum of all. */
  | { count: number }

/** How a statement goes as one with those of others. */
export interface Together {
  /** The statement for many. */
  readonly text: string
  parts(): readonly Part[]
  /** What it locks: of those who want the same lock, the second waits for the end of the first. */
  readonly locks?: readonly string[]
  /** It is the same whatever is visible. */
  readonly inAnyScope?: true
}

/** A statement of a trip. */
export interface Step extends Statement {
  /** What is visible to it; see `markOf`. */
  readonly scope: string
  /** Without this it goes with nobody. */
  readonly together: Together | undefined
}

const wide = ['', '', '', '']
const between = '\u001f'

/** The settings of a scope as one word, which is empty for the whole tenant. */
export const markOf = (settings: readonly string[]): string =>
  settings.every((setting) => setting === '') ? '' : settings.join(between)

/** The statements of one message, and whose they are; a change of scope is nobody's. */
export interface Composed<S extends Step> {
  readonly statements: readonly Statement[]
  readonly of: readonly (readonly S[])[]
}

interface Group<S extends Step> {
  readonly together: Together | undefined
  readonly scope: string
  readonly steps: S[]
  readonly parts: (readonly Part[])[]
}

/**
 * One message for the steps of all. Each keeps its own order; what is the same for several
 * is asked once, and their rows go as those of one statement.
 */
export function composed<S extends Step>(
  opening: Statement,
  narrowing: string,
  loads: readonly (readonly S[])[],
): Composed<S> {
  const statements: Statement[] = [opening]
  const of: S[][] = [[]]
  let seen = ''
  for (const { together, scope, steps, parts } of groupsOf(loads)) {
    if (scope !== seen && together?.inAnyScope !== true) {
      statements.push({ text: narrowing, values: scope === '' ? wide : scope.split(between) })
      of.push([])
      seen = scope
    }
    statements.push(steps.length === 1 ? steps[0]! : merged(together!, parts))
    of.push(steps)
  }
  return { statements, of }
}

function groupsOf<S extends Step>(loads: readonly (readonly S[])[]): Group<S>[] {
  if (loads.length === 1) return loads[0]!.map((step) => groupOf(step, []))
  const groups: Group<S>[] = []
  for (const load of loads) {
    let next = 0
    for (const step of load) {
      const parts = step.together?.parts() ?? []
      const found = groups.findIndex((group, at) => at >= next && joins(group, step, parts))
      const at = found < 0 ? next : found
      if (found < 0) groups.splice(at, 0, groupOf(step, [parts]))
      else {
        groups[at]!.steps.push(step)
        groups[at]!.parts.push(parts)
      }
      next = at + 1
    }
  }
  return groups
}

const groupOf = <S extends Step>(step: S, parts: (readonly Part[])[]): Group<S> => ({
  together: step.together,
  scope: step.scope,
  steps: [step],
  parts,
})

function joins({ together, scope, parts: all }: Group<Step>, step: Step, parts: readonly Part[]) {
  if (together === undefined || together.text !== step.together?.text) return false
  if (scope !== step.scope && together.inAnyScope !== true) return false
  return all[0]!.every((part, at) => {
    const own = parts[at]!
    return !('same' in part) || ('same' in own && isSame(part.same, own.same))
  })
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (!Array.isArray(one) || !Array.isArray(other)) return false
  return one.length === other.length && one.every((item, at) => item === other[at])
}

function merged({ text }: Together, all: readonly (readonly Part[])[]): Statement {
  return { text, values: all[0]!.map((_, at) => valueOf(all.map((parts) => parts[at]!))) }
}

function valueOf(parts: readonly Part[]): unknown {
  const [first] = parts as [Part]
  const each = <T>(name: string) =>
    parts.map((part) => (part as Record<string, unknown>)[name] as T)
  if ('same' in first) return first.same
  if ('latest' in first) return each<string>('latest').reduce((a, b) => (a > b ? a : b))
  if ('list' in first) return each<unknown[]>('list').flat()
  if ('sorted' in first) return each<string[]>('sorted').flat().toSorted()
  if ('rows' in first) return `[${each<string>('rows').join()}]`
  return each<number>('count').reduce((a, b) => a + b)
}
