import type { EntityName } from '@mikro-orm/core'
import { absent, notFound, refusedAmong, type Refusal } from '../../domain/refusal.ts'
import { groupsOf } from '../../domain/system/background-task.ts'
import type { Judged } from './task-work.ts'
import type { Unit } from './unit.ts'

/**
 * A verb as one rule, which is asked of one thing or of many: all that it asks is read for all of
 * them at once, so that one costs what it cost and many cost hardly more statements than one.
 */
export interface SetForm<Thing, Input, Facts, Change, Result> {
  /** Those of these that are there, held in the order of ranks. */
  hold(unit: Unit, ids: readonly string[], input: Input): Promise<readonly Thing[]>
  idOf(thing: Thing): string
  /** What the rule asks about them, read together. */
  read(unit: Unit, things: readonly Thing[], input: Input): Promise<Facts>
  /** Refuses, or says what is to change; it changes nothing itself. */
  rule(thing: Thing, facts: Facts, input: Input): Change
  /** Makes that change, which refuses no more. */
  write(unit: Unit, thing: Thing, change: Change, facts: Facts): Result
  /** Once for all that changed: what takes the last locks, as a booking. */
  finish?(
    unit: Unit,
    made: readonly Made<Thing, Change, Result>[],
    facts: Facts,
    input: Input,
  ): Promise<void> | void
  /** What else it changes: of two that change the same, the second is judged after the first. */
  touches?(thing: Thing): readonly string[]
  /** True for what needs locks that are taken for one alone. */
  isAlone?(thing: Thing, input: Input): boolean
  /** Where in a body the id of one stands that is not there. */
  pointer?: string
}

/** How rows of a table are held. */
export const heldRows = <E extends { id: string }>(entity: EntityName<E>) => ({
  hold: (unit: Unit, ids: readonly string[]) => unit.held(entity, ids),
  idOf: ({ id }: E) => id,
})

export interface Made<Thing, Change, Result> {
  thing: Thing
  change: Change
  result: Result
}

/** The two ways to call a verb that has a set form. */
export interface Both<Input, Result> {
  /** Throws what refuses it; 404 for what is not there. */
  one(unit: Unit, id: string, input: Input): Promise<Result>
  /** Who is refused stops nobody else. */
  many(unit: Unit, ids: readonly string[], input: Input): Promise<Judged>
}

export function setForm<Thing, Input, Facts, Change, Result>(
  form: SetForm<Thing, Input, Facts, Change, Result>,
): Both<Input, Result> {
  return {
    async one(unit, id, input) {
      const [thing] = await form.hold(unit, [id], input)
      if (thing === undefined) return notFound(form.pointer)
      const { refused, results } = await judge(form, unit, [thing], input)
      for (const refusal of refused.values()) throw refusal
      return results[0]!
    },
    async many(unit, ids, input) {
      const held = await form.hold(unit, ids, input)
      const byId = new Map(held.map((thing) => [form.idOf(thing), thing]))
      // In the order in which they are asked for, as their vouchers are numbered.
      const things = ids.flatMap((id) => byId.get(id) ?? [])
      const aside = ids.length === 1 ? [] : things.filter((thing) => form.isAlone?.(thing, input))
      const rest = things.filter((thing) => !aside.includes(thing))
      const { refused } = await judge(form, unit, rest, input)
      const missing = ids
        .filter((id) => !byId.has(id))
        .map((id) => [id, absent(form.pointer)] as const)
      return { refused: new Map([...refused, ...missing]), aside: aside.map(form.idOf) }
    },
  }
}

async function judge<Thing, Input, Facts, Change, Result>(
  form: SetForm<Thing, Input, Facts, Change, Result>,
  unit: Unit,
  things: readonly Thing[],
  input: Input,
) {
  const made = new Map<Thing, Made<Thing, Change, Result>>()
  const refused = new Map<string, Refusal>()
  if (things.length === 0) return { refused, results: [] }
  const facts = await form.read(unit, things, input)
  const touched = (thing: Thing) => form.touches?.(thing) ?? []
  for (const [at, group] of groupsOf(things, Infinity, touched).entries()) {
    // Each change of a row is told by itself, with the version that it leaves.
    if (at > 0) await unit.flush()
    const judged = refusedAmong(group, form.idOf, (thing) => {
      const change = form.rule(thing, facts, input)
      made.set(thing, { thing, change, result: form.write(unit, thing, change, facts) })
    })
    for (const [id, refusal] of judged) refused.set(id, refusal)
  }
  const inOrder = things.flatMap((thing) => made.get(thing) ?? [])
  if (inOrder.length > 0) await form.finish?.(unit, inOrder, facts, input)
  return { refused, results: inOrder.map(({ result }) => result) }
}
