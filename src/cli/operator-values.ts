import { InvalidArgumentError } from 'commander'
import { isDay } from '../domain/dates.ts'
import { patternOf } from '../domain/id-forms.ts'
import { tenantPrefix } from '../domain/ids.ts'
import { isTimeZone } from '../domain/time-zones.ts'

// What an operator writes is judged before anything is opened, and refused in words of its own.

const tenantShape = patternOf(tenantPrefix)

export function tenantAsked(text: string): string {
  if (!tenantShape.test(text)) throw new InvalidArgumentError(`There is no tenant ${text}.`)
  return text
}

export function zoneAsked(text: string): string {
  if (!isTimeZone(text)) throw new InvalidArgumentError(`There is no time zone ${text}.`)
  return text
}

export function dayAsked(text: string): string {
  if (isDay(text)) return text
  throw new InvalidArgumentError(`${text} is not a day: write it as 2026-11-22.`)
}

const numberTo = (most: number) => (text: string) => {
  const count = Number(text)
  if (/^\d+$/.test(text) && count >= 1 && count <= most) return count
  throw new InvalidArgumentError(`${text} is not a number from 1 to ${most}.`)
}

export const countAsked = numberTo(10_000)

/** No token lives longer than a year. */
export const daysAsked = numberTo(365)

export function momentAsked(text: string): Date {
  const moment = new Date(text)
  if (/^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(moment.getTime())) {
    return moment
  }
  throw new InvalidArgumentError(`${text} is not a moment: write it as 2026-11-22T14:00:00Z.`)
}
