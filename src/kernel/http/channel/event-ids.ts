import { idAs, isIdOf, momentOfId } from '../../../domain/id-forms.ts'
import { idPattern, idPrefixes } from '../../../entities/ids.ts'
import { firstIdAt } from '../../write/ids.ts'

/** Sorts before every event of this millisecond and after every earlier one. */
export const eventIdAt = (ms: number): string => firstIdAt('Event', new Date(Math.max(0, ms)))

/** The row of the journal in which an event stands has its time, and sorts as it does. */
export const journalIdOf = (eventId: string) => idAs(idPrefixes.Journal, eventId)

/** When an event was made; undefined for what is no id of an event. */
export const timeOfEventId = (id: string): number | undefined =>
  isIdOf(idPrefixes.Event, id) ? momentOfId(id) : undefined

/** The position of a reader: the last event sent, and the transactions that were open then. */
export interface Mark {
  eventId: string
  /** Unknown to who names the event alone: then all of the last while may have come late. */
  runningFrom: string | null
}

/** What a reader gives back to go on. An event numbered earlier is late if its writer ran on. */
export const markOf = ({ eventId, runningFrom }: Mark): string =>
  runningFrom === null ? eventId : `${eventId}-${runningFrom}`

const shape = new RegExp(`^(${idPattern('Event').source.slice(1, -1)})(?:-(\\d{1,18}))?$`)
export const markPattern = shape.source

export function openMark(text: string): Mark | undefined {
  const [, eventId, runningFrom = null] = shape.exec(text) ?? []
  return eventId === undefined || timeOfEventId(eventId) === undefined
    ? undefined
    : { eventId, runningFrom }
}
