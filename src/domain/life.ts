import { onBecoming, type EventRule } from './event-rules.ts'
import { refuse, type RefusalCode } from './refusal.ts'

/** Where a verb may begin, and where it leads; without `to` it leaves the status as it is. */
export interface Step<S extends string> {
  from: readonly S[]
  to?: S
  /** What is said where it may not begin, if not what this life says in general. */
  refusal?: RefusalCode
  /** The event that it means to come to where it leads, by whichever verb. */
  event?: string
}

/**
 * The life of a thing: its statuses, and every verb that moves them. The guard, the refusals that
 * the interface describes and the events and the table of all that is forbidden follow from it.
 */
export function life<const S extends string, const V extends string>(
  name: string,
  refusal: RefusalCode,
  statuses: readonly S[],
  steps: Readonly<Record<V, Step<S>>>,
) {
  const verbs = Object.keys(steps) as V[]
  const codeOf = (verb: V): RefusalCode => steps[verb].refusal ?? refusal
  const may = (from: S, verb: V): boolean => steps[verb].from.includes(from)
  /** The status after the verb, or the refusal where it may not begin. */
  function move(from: S, verb: V, pointer?: string): S {
    const { to = from } = steps[verb]
    if (may(from, verb)) return to
    const message = `The ${name} is ${from}; it has to be ${anyOf(steps[verb].from)}.`
    const code = codeOf(verb)
    const errors = pointer === undefined ? undefined : [{ pointer, code, message }]
    return refuse(code, { detail: message, ...(errors !== undefined && { errors }) })
  }
  const leadsTo = (from: S): S[] => [
    ...new Set(verbs.filter((verb) => may(from, verb)).map((verb) => steps[verb].to ?? from)),
  ]
  const mayBecome = (from: S, to: S): boolean => leadsTo(from).includes(to)
  /** The same where the status is asked for that some verb leads to. */
  function moveTo(from: S, to: S): S {
    if (mayBecome(from, to)) return to
    const where = anyOf(leadsTo(from))
    return refuse(refusal, { detail: `The ${name} is ${from}; from there it moves to ${where}.` })
  }
  return {
    name,
    statuses,
    steps,
    may,
    move,
    moveTo,
    mayBecome,
    /** For `refuses` of the operations that do these verbs. */
    refusals: (...some: V[]): RefusalCode[] => [...new Set(some.map(codeOf))],
    /** Every status from which a verb may not begin, and what is said. */
    forbidden: () =>
      verbs.flatMap((verb) =>
        statuses
          .filter((status) => !may(status, verb))
          .map((status) => ({ verb, status, code: codeOf(verb) })),
      ),
    /** What its moves mean, where `field` of a table holds the status. */
    events: (field: string): EventRule[] =>
      onBecoming(
        field,
        eventsIn(
          name,
          verbs.map((verb) => steps[verb]),
        ),
      ),
  }
}

/** By the status that is come to; two verbs cannot mean two events by the same. */
function eventsIn<S extends string>(name: string, steps: readonly Step<S>[]) {
  const events: Partial<Record<S, string>> = {}
  for (const { to, event } of steps) {
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
