import { onBecoming, type EventRule } from './event-rules.ts'
import { refuse, type RefusalCode } from './refusal.ts'

/** The statuses a move starts from, and the one it leads to; without `to` the status stays. */
export interface Move<S extends string> {
  from: readonly S[]
  to?: S
  /** The refusal of this move, if it is not the one of the whole life. */
  refusal?: RefusalCode
  /** The event that reaching the status `to` means, by any move. */
  event?: string
}

/**
 * The life of a thing: its statuses and all moves between them. Guards, documented refusals, events
 * and the tests of all forbidden moves follow from it.
 */
export function life<const S extends string, const V extends string>(
  name: string,
  refusal: RefusalCode,
  statuses: readonly S[],
  moves: Readonly<Record<V, Move<S>>>,
) {
  const verbs = Object.keys(moves) as V[]
  const codeOf = (verb: V): RefusalCode => moves[verb].refusal ?? refusal
  const may = (from: S, verb: V): boolean => moves[verb].from.includes(from)
  /** The status after the move, or a refusal if it is not allowed. */
  function move(from: S, verb: V, pointer?: string): S {
    const { to = from } = moves[verb]
    if (may(from, verb)) return to
    const message = `The ${name} is ${from}; it has to be ${anyOf(moves[verb].from)}.`
    const code = codeOf(verb)
    const errors = pointer === undefined ? undefined : [{ pointer, code, message }]
    return refuse(code, { detail: message, ...(errors !== undefined && { errors }) })
  }
  const leadsTo = (from: S): S[] => [
    ...new Set(verbs.filter((verb) => may(from, verb)).map((verb) => moves[verb].to ?? from)),
  ]
  const mayBecome = (from: S, to: S): boolean => leadsTo(from).includes(to)
  /** The same for a caller who names the target status instead of the move. */
  function moveTo(from: S, to: S): S {
    if (mayBecome(from, to)) return to
    const where = anyOf(leadsTo(from))
    return refuse(refusal, { detail: `The ${name} is ${from}; from there it moves to ${where}.` })
  }
  return {
    name,
    statuses,
    moves,
    may,
    move,
    moveTo,
    mayBecome,
    /** The codes for `refuses` of the operations that make these moves. */
    refusals: (...some: V[]): RefusalCode[] => [...new Set(some.map(codeOf))],
    /** Every forbidden pair of status and move, with its refusal. */
    forbidden: () =>
      verbs.flatMap((verb) =>
        statuses
          .filter((status) => !may(status, verb))
          .map((status) => ({ verb, status, code: codeOf(verb) })),
      ),
    /** The event rules of its moves, for a table whose `field` holds the status. */
    events: (field: string): EventRule[] =>
      onBecoming(
        field,
        eventsIn(
          name,
          verbs.map((verb) => moves[verb]),
        ),
      ),
  }
}

/** Events by the status reached; two moves to the same status cannot mean two events. */
function eventsIn<S extends string>(name: string, moves: readonly Move<S>[]) {
  const events: Partial<Record<S, string>> = {}
  for (const { to, event } of moves) {
    if (event === undefined) continue
    if (to === undefined || (events[to] ?? event) !== event) {
      throw new Error(`The ${name} has no one status that means ${event}`)
    }
    events[to] = event
  }
  return events as Readonly<Record<string, string>>
}

function anyOf(statuses: readonly string[]): string {
  if (statuses.length === 0) return 'nowhere'
  const last = statuses.at(-1) as string
  return statuses.length === 1 ? last : `${statuses.slice(0, -1).join(', ')} or ${last}`
}
