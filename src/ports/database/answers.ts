import { asksSteady, writesSteady, steadyNumber, type SteadyTables } from './steady.ts'
import type { Row } from './transaction.ts'

/**
 * A question with at most one row as its answer, which hardly ever changes: who a token stands for,
 * what a client has chosen. Its first value is the tenant.
 */
export interface Question<R extends Row> {
  readonly text: string
  /** A row that comes later may belong to its answer: not to one that is there, nor to rows by ids. */
  readonly meetsNew: boolean
  /** The same with the digest of its answer. */
  readonly withDigest: string
  /** The same with the number that the tenant's steady tables had then. */
  readonly withNumber: string
  /** Fails unless the answer has the digest that is given after the values. */
  readonly guard: string
  /** Which of the values is the moment of asking: who asks a little later has the same answer. */
  readonly moment: number | undefined
  /** Until when an answer is the same by the clock alone. */
  readonly until: ((answer: R) => Date | null) | undefined
  /** What its answer consists of; only the compiler asks. */
  readonly answers?: R
}

/** What of a question says whether it is steady. */
export type Asked = Pick<Question<never>, 'text' | 'meetsNew'> & { until?: unknown }

export function question<R extends Row>(
  text: string,
  moment?: number,
  until?: (answer: R) => Date | null,
): Question<R> {
  const digest = `encode(sha256(convert_to(q::text, 'UTF8')), 'hex')`
  return {
    text,
    meetsNew: false,
    moment,
    until,
    withDigest: `select q.*, ${digest} as digest from (${text}) q`,
    withNumber: `select q.*, ${steadyNumber} as digest from (${text}) q`,
    guard: `select 1 / (coalesce((select ${digest} from (${text}) q), '') = ${nextOf(text)})::int as same`,
  }
}

/** The parameter after those of a statement. */
function nextOf(text: string): string {
  const values = [...text.matchAll(/\$(\d+)/g)].map(([, at]) => Number(at))
  return `$${Math.max(0, ...values) + 1}`
}

/** Of the rows of `q`, in whatever order they come. */
const digestOfAll = `encode(sha256(convert_to(
  coalesce(string_agg(q::text, chr(10) order by q::text), ''), 'UTF8')), 'hex')`

const questionsOfMany = new Map<string, Question<Row>>()

/** The same of a statement with any number of rows, each of which comes with the digest of all. */
export function questionOfMany(text: string, byIds = false): Question<Row> {
  let asked = questionsOfMany.get(text)
  if (asked === undefined) {
    questionsOfMany.set(
      text,
      (asked = {
        text,
        meetsNew: !byIds,
        moment: undefined,
        until: undefined,
        withDigest: `with q as materialized (${text})
        select q.*, every.digest, every.rows as "rowsOfAll"
        from (select ${digestOfAll} as digest, count(*)::int as rows from q) every
        left join q on true`,
        withNumber: `select q.*, ${steadyNumber} as digest, (q."isRow" is true)::int as "rowsOfAll"
        from (select) every left join (select true as "isRow", t.* from (${text}) t) q on true`,
        guard: `select 1 / ((select ${digestOfAll} from (${text}) q) = ${nextOf(text)})::int as same`,
      }),
    )
  }
  return asked
}

/** An answer, and how the database recognises it. */
export interface Noted<R extends Row = Row> {
  readonly answer: R
  /** Of the answer, or the number that the steady tables had. */
  readonly digest: string
  readonly isSteady: boolean
}

const notedMax = 10_000
/** Of an answer as text: a longer one would take the room of many. */
const lengthMax = 8_000

/**
 * The answers of a moment ago, of all tenants of this process. Nothing is decided by them alone:
 * whoever goes by one asks again in the same transaction, and fails if the answer is another.
 */
export class Answers {
  readonly #noted = new Map<string, Noted>()
  readonly #steady: SteadyTables
  readonly #isSteady = new WeakMap<object, boolean>()
  readonly #changes = new Map<string, boolean>()
  /** The number of the steady tables that each tenant had when this process last read it. */
  readonly #numbers = new Map<string, number>()
  readonly #max: number

  constructor(steady: SteadyTables = new Map(), max = notedMax) {
    this.#steady = steady
    this.#max = max
  }

  /** Whether all that it asks of are steady tables, so that their number says that nothing changed. */
  isSteady(question: Asked): boolean {
    let isSteady = this.#isSteady.get(question)
    if (isSteady === undefined) {
      isSteady = asksSteady(this.#steady, question)
      this.#isSteady.set(question, isSteady)
    }
    return isSteady
  }

  /** Whether a statement changes what was asked of them. */
  changesSteady(text: string): boolean {
    let changes = this.#changes.get(text)
    if (changes === undefined) {
      changes = writesSteady(this.#steady, text)
      this.#changes.set(text, changes)
    }
    return changes
  }

  /** Answers of another number need not be tried. Within a tenant none comes before a lower one. */
  seen(tenantId: string, number: string): void {
    const known = this.#numbers.get(tenantId) ?? 0
    this.#numbers.delete(tenantId)
    this.#numbers.set(tenantId, Math.max(known, Number(number)))
    if (this.#numbers.size > this.#max) forgetOldest(this.#numbers)
  }

  note<R extends Row>(
    tenantId: string,
    question: Question<R>,
    under: readonly string[],
    noted: { answer: object; digest: string | null; isSteady: boolean },
  ): void {
    const key = keyOf(tenantId, question, under)
    this.#noted.delete(key)
    if (noted.digest === null) return
    if (noted.isSteady) this.seen(tenantId, noted.digest)
    if (JSON.stringify(noted.answer).length > lengthMax) return
    freeze(noted.answer)
    this.#noted.set(key, noted as Noted)
    if (this.#noted.size > this.#max) forgetOldest(this.#noted)
  }

  /** Those that are asked for stay longest; what the clock has ended is none any more. */
  noted<R extends Row>(
    tenantId: string,
    question: Question<R>,
    under: readonly string[],
    values: readonly unknown[],
  ): Noted<R> | undefined {
    const key = keyOf(tenantId, question, under)
    const noted = this.#noted.get(key) as Noted<R> | undefined
    if (noted === undefined) return undefined
    this.#noted.delete(key)
    const { until, moment } = question
    const end = until?.(noted.answer) ?? null
    if (noted.isSteady && Number(noted.digest) !== this.#numbers.get(tenantId)) return undefined
    if (end !== null && end <= new Date(`${values[moment! - 1]}`)) return undefined
    this.#noted.set(key, noted)
    return noted
  }

  forget<R extends Row>(tenantId: string, question: Question<R>, under: readonly string[]): void {
    this.#noted.delete(keyOf(tenantId, question, under))
  }
}

const forgetOldest = (kept: Map<string, unknown>) =>
  void kept.delete(kept.keys().next().value as string)

/** Many verbs have the same answer, and none may change it for the next. */
function freeze(value: object): void {
  Object.freeze(value)
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null && !(part instanceof Date)) freeze(part)
  }
}

const places = new WeakMap<object, number>()
let questions = 0

function placeOf(question: object): number {
  let place = places.get(question)
  if (place === undefined) places.set(question, (place = ++questions))
  return place
}

const keyOf = (tenantId: string, question: object, under: readonly string[]) =>
  `${tenantId}\u001f${placeOf(question)}\u001f${under.join('\u001f')}`
