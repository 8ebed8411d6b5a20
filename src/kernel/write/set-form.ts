import { Refusal, refusedAmong, type Refused } from '../../domain/refusal.ts'
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
  rule(thing: Thing, facts: Facts, input: Input, unit: Unit): Change
  /** Makes that change, which refuses no more; the next thing is judged after it. */
  write(unit: Unit, thing: Thing, change: Change, facts: Facts): Result
  /** Once for all that changed: what takes the last locks, as a booking. */
  finish?(unit: Unit, made: readonly Made<Thing, Change>[], facts: Facts): Promise<void>
}

interface Made<Thing, Change, Result = unknown> {
  thing: Thing
  change: Change
  result: Result
}

/** The two ways to call a verb that has a set form. */
export interface Both<Input, Result> {
  /** Throws what refuses it; 404 for what is not there. */
  one(unit: Unit, id: string, input: Input): Promise<Result>
  /** Who is refused stops nobody else. */
  many(unit: Unit, ids: readonly string[], input: Input): Promise<Refused>
}

export function setForm<Thing, Input, Facts, Change, Result>(
  form: SetForm<Thing, Input, Facts, Change, Result>,
): Both<Input, Result> {
  return {
    async one(unit, id, input) {
      const { refused, made } = await run(form, unit, [id], input)
      for (const refusal of refused.values()) throw refusal
      return made[0]!.result
    },
    many: async (unit, ids, input) => (await run(form, unit, ids, input)).refused,
  }
}

async function run<Thing, Input, Facts, Change, Result>(
  form: SetForm<Thing, Input, Facts, Change, Result>,
  unit: Unit,
  ids: readonly string[],
  input: Input,
) {
  const byId = new Map((await form.hold(unit, ids, input)).map((one) => [form.idOf(one), one]))
  const missing = ids.filter((id) => !byId.has(id))
  const made: Made<Thing, Change, Result>[] = []
  const refused = new Map(missing.map((id) => [id, new Refusal('NOT_FOUND')]))
  // In the order in which they are asked for, as their vouchers are numbered.
  const things = ids.flatMap((id) => byId.get(id) ?? [])
  if (things.length === 0) return { refused, made }
  const facts = await form.read(unit, things, input)
  const judged = refusedAmong(things, form.idOf, (thing) => {
    const change = form.rule(thing, facts, input, unit)
    made.push({ thing, change, result: form.write(unit, thing, change, facts) })
  })
  for (const [id, refusal] of judged) refused.set(id, refusal)
  if (made.length > 0) await form.finish?.(unit, made, facts)
  return { refused, made }
}
