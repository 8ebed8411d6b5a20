import { Cron } from 'croner'

export const cronIn = (cron: string, timezone: string) =>
  new Cron(cron, { timezone, paused: true, mode: '5-part' })

interface Field {
  values: readonly number[]
  alone: (field: string) => string
  /** An instant of each value. The first day of 2029 is a Monday of a month with 31 days. */
  at: (value: number) => number
}

const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => first + n)

const fields: readonly Field[] = [
  { values: from(0, 59), alone: (f) => `${f} * * * *`, at: (n) => Date.UTC(2029, 0, 1, 0, n) },
  { values: from(0, 23), alone: (f) => `* ${f} * * *`, at: (n) => Date.UTC(2029, 0, 1, n) },
  { values: from(1, 31), alone: (f) => `* * ${f} * *`, at: (n) => Date.UTC(2029, 0, n) },
  { values: from(1, 12), alone: (f) => `* * * ${f} *`, at: (n) => Date.UTC(2029, n - 1, 1) },
  { values: from(0, 6), alone: (f) => `* * * * ${f}`, at: (n) => Date.UTC(2029, 0, n) },
]

const plain = new Map<string, string>()
const keptMax = 10_000

/**
 * The same times in numbers alone, which all readers of cron understand alike: of names, steps and
 * ranges to the end of a week Temporal refuses some that croner takes, and reads others otherwise.
 */
export function plainCron(cron: string): string {
  const known = plain.get(cron)
  if (known !== undefined) return known
  if (plain.size >= keptMax) plain.clear()
  const asked = cron.split(' ')
  const made = fields.map((field, n) => plainField(field, asked[n] ?? '')).join(' ')
  plain.set(cron, made)
  return made
}

/** `utcOffset` is as UTC, and much faster. */
function plainField({ values, alone, at }: Field, asked: string): string {
  const reader = new Cron(alone(asked), { utcOffset: 0, paused: true, mode: '5-part' })
  const met = values.filter((value) => reader.match(new Date(at(value))))
  return met.length === values.length ? '*' : met.join(',')
}
