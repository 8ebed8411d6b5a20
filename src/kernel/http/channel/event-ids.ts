import { idPattern, idPrefixes } from '../../../entities/ids.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** An id begins with 48 bits of time and the two first bits of a version that is always 7. */
const timeLength = 10
const versionBits = 4
const versionValue = 1

/** Sorts before every event of this millisecond and after every earlier one. */
export function eventIdAt(ms: number): string {
  let value = Math.max(0, ms) * versionBits + versionValue
  let text = ''
  for (let n = 0; n < timeLength; n++) {
    text = alphabet[value % 32] + text
    value = Math.floor(value / 32)
  }
  return idPrefixes.Event + text
}

/** The row of the journal in which an event stands has its time, and sorts as it does. */
export const journalIdOf = (eventId: string) =>
  idPrefixes.Journal + eventId.slice(idPrefixes.Event.length)

/** When an event was made; undefined for what is no id of an event. */
export function timeOfEventId(id: string): number | undefined {
  if (!idPattern('Event').test(id)) return undefined
  const digits = id.slice(idPrefixes.Event.length).slice(0, timeLength)
  const value = [...digits].reduce((sum, digit) => sum * 32 + alphabet.indexOf(digit), 0)
  return Math.floor(value / versionBits)
}

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
  return eventId === undefined ? undefined : { eventId, runningFrom }
}
