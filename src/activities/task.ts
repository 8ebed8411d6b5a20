import type { z } from 'zod'
import type { Refusal } from '../domain/refusal.ts'
import type { IdKind } from '../entities/ids.ts'
import type { IdPage, Selectable, TaskWork } from '../kernel/write/registered.ts'
import type { Unit } from '../kernel/write/unit.ts'

interface TaskFacts<Input extends z.ZodObject> {
  /** Of what: the kind of its ids. */
  kind: IdKind
  input: Input
  each: (unit: Unit, id: string, input: z.output<Input>) => Promise<unknown>
  together?: (
    unit: Unit,
    ids: readonly string[],
    input: z.output<Input>,
  ) => Promise<ReadonlyMap<string, Refusal>>
  over?: Selectable
  find?: (unit: Unit, input: z.output<Input>, page: IdPage) => Promise<string[]>
}

/** Makes a task of the verb for one thing; the stored input is parsed by the verb's own schema. */
export function taskOf<Input extends z.ZodObject>(
  facts: TaskFacts<Input>,
): TaskWork & { input: Input } {
  const { kind, input, each, together, over, find } = facts
  return {
    kind,
    input,
    each: (unit, id, kept) => each(unit, id, input.parse(kept)),
    ...(together && { together: (unit, ids, kept) => together(unit, ids, input.parse(kept)) }),
    ...(over && { over }),
    ...(find && { find: (unit, kept, page) => find(unit, input.parse(kept), page) }),
  }
}
