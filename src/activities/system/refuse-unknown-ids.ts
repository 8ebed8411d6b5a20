import { refuse } from '../../domain/refusal.ts'
import type { Selectable } from '../../kernel/write/task-work.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Every given id must exist within the caller's scope. */
export async function refuseUnknownIds(
  unit: Unit,
  over: Selectable,
  ids: readonly string[],
  pointer = (at: number) => `/ids/${at}`,
): Promise<void> {
  refuseMissing(ids, await over.known(unit, ids), pointer)
}

/** Refuses with a fault for each id that is not known. */
export function refuseMissing(
  ids: readonly string[],
  known: { has(id: string): boolean },
  pointer = (at: number) => `/ids/${at}`,
): void {
  const missing = ids.flatMap((one, at) => (known.has(one) ? [] : [at])).slice(0, 20)
  if (missing.length === 0) return
  refuse('NOT_FOUND', {
    errors: missing.map((at) => ({
      pointer: pointer(at),
      code: 'NOT_FOUND',
      message: 'There is nothing with this id',
    })),
  })
}
