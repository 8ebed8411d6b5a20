import { exampleOf, patternOf } from '../domain/id-forms.ts'
import type { IdPrefix } from '../domain/ids.ts'
import { entities, type Table } from './all.ts'
import type { Wire } from './columns.ts'

/** Ids of what is kept inside rows of a table, and has none of its own. */
const withoutTable = { NoteFile: 'NF' } as const

type KindOf<T> = T extends { name: infer Name extends string; properties: { id: unknown } }
  ? Name
  : never

/** What an id is of: a table with ids, by its name. */
export type IdKind = KindOf<Table> | 'Tenant' | keyof typeof withoutTable

interface Meta {
  className: string
  properties: object
}

function prefixesOf({ className, properties }: Meta): [string, IdPrefix][] {
  const columns = Object.values(properties as Record<string, { wire?: Wire }>)
  return columns.flatMap(({ wire }) => (wire?.form === 'ownId' ? [[className, wire.prefix]] : []))
}

/** By kind, as the tables declare them; patterns, examples and new ids have them from here. */
export const idPrefixes: Readonly<Record<IdKind, IdPrefix>> = {
  ...withoutTable,
  // The compiler reads the same names from the types of the tables; a test holds the two equal.
  ...(Object.fromEntries(entities.flatMap(({ meta }) => prefixesOf(meta))) as Record<
    Exclude<IdKind, keyof typeof withoutTable>,
    IdPrefix
  >),
}

export const idKinds = Object.keys(idPrefixes).filter(isIdKind)

export function isIdKind(name: string): name is IdKind {
  return Object.hasOwn(idPrefixes, name)
}

/** The kind of the ids of a table's rows. */
export function kindOf({ className }: Pick<Meta, 'className'>): IdKind {
  if (!isIdKind(className)) throw new Error(`the rows of ${className} have no ids`)
  return className
}

export const idPattern = (kind: IdKind): RegExp => patternOf(idPrefixes[kind])

/** Of one kind there are several examples where owners of several kinds have it, or it has states. */
export const exampleSorts = [
  'plain',
  'ofClient',
  'ofInvoice',
  'ofSystemDebtor',
  'ofLoan',
  'ofPayment',
  'ofFiles',
  'ofCases',
  'activated',
  'another',
  'third',
  'fourth',
  'attached',
] as const
export type ExampleSort = (typeof exampleSorts)[number]

export const exampleId = (kind: IdKind, sort: ExampleSort = 'plain'): string =>
  exampleOf(idPrefixes[kind], exampleSorts.indexOf(sort))

/** The same of the rows of a table, where they have ids. */
export const exampleIdOf = ({ meta }: { meta: Pick<Meta, 'className'> }): string | undefined =>
  isIdKind(meta.className) ? exampleId(meta.className) : undefined
