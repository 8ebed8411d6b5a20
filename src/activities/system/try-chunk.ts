import { platform } from '../../domain/access/principal.ts'
import { isOfAwayPart } from '../../domain/passing.ts'
import { Refusal } from '../../domain/refusal.ts'
import { groupsOf, taskChunk } from '../../domain/system/background-task.ts'
import type { TaskName } from '../../domain/tasks.ts'
import { asUnavailable } from '../../kernel/write/database-errors.ts'
import { inUnit, inUnitsUndone } from '../../kernel/write/in-unit.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { storeOutcomes, type Asked, type Item } from './do-together.ts'

type Attempt = Parameters<Parameters<typeof inUnitsUndone>[3]>[0]

/**
 * What would become of each of a chunk, in the order in which they would be done; each is judged
 * after those before it that are done with it, and only the outcomes stay. Nothing is left to do.
 */
export async function tryChunk(asked: Asked, items: readonly Item[]): Promise<Item[]> {
  const { task, as, of } = asked
  if (items.length === 0) return []
  const refused = new Map<string, Refusal>()
  for (const part of partsOf(asked, items)) {
    const judged = await inUnitsUndone(task.runtime, as, task, (attempt) =>
      refusedOf(asked, attempt, part),
    )
    if (judged === undefined) return []
    for (const [entityId, refusal] of judged) refused.set(entityId, refusal)
  }
  const worker = platform(task.tenantId, 'task')
  await inUnit(task.runtime, worker, task, (unit) => storeOutcomes(unit, of.id, items, refused))
  return []
}

/**
 * Nobody waits for more of them at once than when they are done, unless one may use up what another
 * needs.
 */
function partsOf({ task, of }: Asked, items: readonly Item[]): (readonly Item[])[] {
  const { togetherMax, touches } = task.runtime.registered.tasks[of.taskName as TaskName]
  if (togetherMax === undefined || touches !== undefined) return [items]
  return groupsOf(items, togetherMax, ({ entity_id: id }) => [id])
}

/** Nothing is known of a chunk in the middle of which somebody ended the task. */
async function refusedOf(
  { task, of, isEnded }: Asked,
  attempt: Attempt,
  items: readonly Item[],
): Promise<Map<string, Refusal> | undefined> {
  const { together, togetherMax, touches, each } =
    task.runtime.registered.tasks[of.taskName as TaskName]
  const refused = new Map<string, Refusal>()
  const alone = async (entityId: string) => {
    const refusal = await refusalOf(attempt, (unit) => each(unit, entityId, of.input))
    if (refusal !== undefined) refused.set(entityId, refusal)
  }
  const inGroup = async (ids: readonly string[]): Promise<string[]> => {
    if (together === undefined || ids.length < 2) return [...ids]
    try {
      const judged = await attempt((unit) => together(unit, ids, of.input))
      for (const [entityId, refusal] of judged.refused) refused.set(entityId, refusal)
      return [...judged.aside]
    } catch (thrown) {
      refuseToGuess(thrown)
    }
    const middle = Math.ceil(ids.length / 2)
    return [...(await inGroup(ids.slice(0, middle))), ...(await inGroup(ids.slice(middle)))]
  }
  const touched = touches?.(of.input)
  const ids = items.map(({ entity_id: entityId }) => entityId)
  const groups = groupsOf(ids, togetherMax ?? taskChunk, (one) => touched?.(one) ?? [one])
  const left: string[] = []
  for (const group of groups) {
    if (await isEnded(attempt)) return undefined
    left.push(...(await inGroup(group)))
  }
  for (const one of left) {
    if (await isEnded(attempt)) return undefined
    await alone(one)
  }
  return refused
}

async function refusalOf(
  attempt: Attempt,
  verb: (unit: Unit) => Promise<unknown>,
): Promise<Refusal | undefined> {
  try {
    await attempt(verb)
    return undefined
  } catch (thrown) {
    return refuseToGuess(thrown)
  }
}

/** What is away, or held by others, says nothing of the thing: the chunk is tried again. */
function refuseToGuess(thrown: unknown): Refusal {
  const error = asUnavailable(thrown)
  if (!(error instanceof Refusal)) return new Refusal('INTERNAL')
  if (isOfAwayPart(error.code)) throw error
  return error
}
