import type { z } from 'zod'
import type { IdKind } from '../entities/ids.ts'
import type { IdPage, Judged, Selectable, TaskWork } from '../kernel/write/task-work.ts'
import type { Unit } from '../kernel/write/unit.ts'

interface TaskFacts<Input extends z.ZodObject> {
  /** Of what: the kind of its ids. */
  kind: IdKind
  input: Input
  /** The verb for one thing, and for many; both of its set form, where it has one. */
  one: (unit: Unit, id: string, input: z.output<Input>) => Promise<unknown>
  many?: (unit: Unit, ids: readonly string[], input: z.output<Input>) => Promise<Judged>
  togetherMax?: number
  touches?: (input: z.output<Input>) => (id: string) => readonly string[]
  over?: Selectable
  mustEnd?: true
  find?: (unit: Unit, input: z.output<Input>, page: IdPage) => Promise<string[]>
}

/** Makes a task of a verb in both its forms; the stored input is parsed by the verb's own schema. */
export function taskOf<Input extends z.ZodObject>(
  facts: TaskFacts<Input>,
): TaskWork & { input: Input } {
  const { kind, input, one, many, togetherMax, touches, over, mustEnd, find } = facts
  return {
    kind,
    input,
    each: (unit, id, kept) => one(unit, id, input.parse(kept)),
    ...(many && { together: (unit, ids, kept) => many(unit, ids, input.parse(kept)) }),
    ...(togetherMax !== undefined && { togetherMax }),
    ...(touches && { touches: (kept) => touches(input.parse(kept)) }),
    ...(over && { over }),
    ...(mustEnd && { mustEnd }),
    ...(find && { find: (unit, kept, page) => find(unit, input.parse(kept), page) }),
  }
}
