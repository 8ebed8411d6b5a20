import type { Row } from './transaction.ts'

/**
 * A question with at most one row as its answer, which hardly ever changes: who a token stands for,
 * what a client has chosen.
 */
export interface Question<R extends Row> {
  readonly text: string
  /** The same with the digest of its answer. */
  readonly withDigest: string
  /** Fails unless the answer has the digest that is given after the values. */
  readonly guard: string
  /** Which of the values is the moment of asking: who asks a little later has the same answer. */
  readonly moment: number | undefined
  /** What its answer consists of; only the compiler asks. */
  readonly answers?: R
}

export function question<R extends Row>(text: string, moment?: number): Question<R> {
  const digest = `encode(sha256(convert_to(q::text, 'UTF8')), 'hex')`
  return {
    text,
    moment,
    withDigest: `select q.*, ${digest} as digest from (${text}) q`,
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
export function questionOfMany(text: string): Question<Row> {
  let asked = questionsOfMany.get(text)
  if (asked === undefined) {
    questionsOfMany.set(
      text,
      (asked = {
        text,
        moment: undefined,
        withDigest: `with q as materialized (${text})
        select q.*, every.digest, every.rows as "rowsOfAll"
        from (select ${digestOfAll} as digest, count(*)::int as rows from q) every
        left join q on true`,
        guard: `select 1 / ((select ${digestOfAll} from (${text}) q) = ${nextOf(text)})::int as same`,
      }),
    )
  }
  return asked
}

/** An answer, and how the database recognises it. */
export interface Noted<R extends Row = Row> {
  readonly answer: R
  readonly digest: string
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
  readonly #max: number

  constructor(max = notedMax) {
    this.#max = max
  }

  note<R extends Row>(
    tenantId: string,
    question: Question<R>,
    under: readonly string[],
    noted: { answer: object; digest: string },
  ): void {
    const key = keyOf(tenantId, question, under)
    this.#noted.delete(key)
    if (JSON.stringify(noted.answer).length > lengthMax) return
    freeze(noted.answer)
    this.#noted.set(key, noted as Noted)
    if (this.#noted.size > this.#max) this.#noted.delete(this.#noted.keys().next().value as string)
  }

  /** Those that are asked for stay longest. */
  noted<R extends Row>(
    tenantId: string,
    question: Question<R>,
    under: readonly string[],
  ): Noted<R> | undefined {
    const key = keyOf(tenantId, question, under)
    const noted = this.#noted.get(key)
    if (noted === undefined) return undefined
    this.#noted.delete(key)
    this.#noted.set(key, noted)
    return noted as Noted<R>
  }

  forget<R extends Row>(tenantId: string, question: Question<R>, under: readonly string[]): void {
    this.#noted.delete(keyOf(tenantId, question, under))
  }
}

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
