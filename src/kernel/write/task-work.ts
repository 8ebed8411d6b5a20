import type { z } from 'zod'
import type { Refused } from '../../domain/refusal.ts'
import type { IdKind } from '../../entities/ids.ts'
import type { Unit } from './unit.ts'

/** Where in the order of their ids a page begins and ends. */
export interface IdPage {
  after: string
  until: string
  limit: number
}

/** A list from which a task selects rows, within the caller's scope. */
export interface Selectable {
  readonly filters: Readonly<Record<string, { readonly body: z.ZodType }>>
  pageOfIds(unit: Unit, filters: Record<string, unknown>, page: IdPage): Promise<string[]>
  countOfIds(unit: Unit, filters: Record<string, unknown>, until: string): Promise<number>
  known(unit: Unit, ids: readonly string[]): Promise<Set<string>>
}

/** What became of many things: those that were refused, and those that have to be done alone. */
export interface Judged {
  refused: Refused
  aside: readonly string[]
}

/** What a task does, and with which rows. `taskOf` makes one, so that its input is typed. */
export interface TaskWork {
  kind: IdKind
  /** The input that applies to all rows; the stored input is validated again before each row. */
  input: z.ZodObject
  /** Does one row in its own transaction; a second run changes nothing more. */
  each: (unit: Unit, entityId: string, input: unknown) => Promise<unknown>
  /** Does many rows in one transaction. */
  together?: (unit: Unit, ids: readonly string[], input: unknown) => Promise<Judged>
  /** How many at most in one transaction, where that books: others wait for its series. */
  togetherMax?: number
  /** What else one of them reads and changes: two that touch the same are not done together. */
  touches?: (input: unknown) => (entityId: string) => readonly string[]
  /** The list that a filter selects from. */
  over?: Selectable
  /** What it follows has happened: nobody cancels it half done. */
  mustEnd?: true
  /** Finds the rows when the caller sends neither ids nor a filter. */
  find?: (unit: Unit, input: unknown, page: IdPage) => Promise<string[]>
}
