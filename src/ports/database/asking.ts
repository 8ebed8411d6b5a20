import { questionOfMany, type Answers, type Asked, type Noted, type Question } from './answers.ts'
import { steadyGuard, steadyNumber } from './steady.ts'
import type { Row } from './transaction.ts'

export interface Asks {
  /** Which answers are noted for others: all, or those of steady tables, which costs nothing more. */
  notes: 'none' | 'steady' | 'all'
  /** Steady answers that were noted a moment ago are gone by; see `isMisled`. */
  byNotes: boolean
}

/** What asking needs of its transaction. */
interface Within {
  send(text: string, values: readonly unknown[]): Promise<Row[]>
  /** Whatever is visible otherwise. */
  widely<T>(send: () => Promise<T>): Promise<T>
  isOfDebtor(): boolean
}

interface AmongAll extends Row {
  digest: string | null
  rowsOfAll: number
  isRow?: boolean | null
}

const steadyNow = `select ${steadyNumber} as steady`

/** Rows of the caller's own, of an answer that many have. */
export const copied = <R extends Row>(rows: readonly Row[]): R[] =>
  rows.map((row) => ({ ...row })) as R[]

/**
 * The questions of a transaction that is done step by step. What it takes from the steady tables
 * without asking, by answers that were noted, the database compares before anything else is
 * answered, and again with the commit: with another number of these tables the transaction fails.
 */
export class Asking {
  readonly #answers: Answers
  readonly #tenantId: string
  readonly #how: Asks
  readonly #within: Within
  /** Answers that others may go by, once it is certain that they hold nothing of this one alone. */
  #toNote: (() => void)[] = []
  /** That of the steady tables, where something was taken from them. */
  #number: string | undefined
  #isMisled = false
  #goesByNotes: boolean

  constructor(answers: Answers, tenantId: string, how: Asks, within: Within) {
    this.#answers = answers
    this.#tenantId = tenantId
    this.#how = how
    this.#within = within
    this.#goesByNotes = how.byNotes
  }

  get notesAll(): boolean {
    return this.#how.notes === 'all'
  }

  get isMisled(): boolean {
    return this.#isMisled
  }

  async ask<R extends Row>(
    question: Question<R>,
    under: readonly string[],
    values: readonly unknown[],
  ): Promise<R | undefined> {
    const isSteady = this.#isSteady(question)
    const noted = this.#taken(isSteady, question, under, values)
    if (noted !== undefined) return noted.answer
    if (!this.#isNoting(isSteady)) {
      return (await this.#within.send(question.text, values))[0] as R | undefined
    }
    const { answer, note } = await this.#asked(question, under, values, isSteady)
    this.#toNote.push(note)
    return answer
  }

  async stillSo<R extends Row>(
    question: Question<R>,
    under: readonly string[],
    values: readonly unknown[],
  ): Promise<R | undefined> {
    const isSteady = this.#answers.isSteady(question)
    const taken = this.#taken(isSteady, question, under, values)
    if (taken !== undefined) return taken.answer
    const noted = this.#answers.noted(this.#tenantId, question, under, values)
    if (noted?.isSteady === true) {
      const [row] = await this.#within.send(steadyNow, [this.#tenantId])
      if (row?.['steady'] === noted.digest) return noted.answer
      if (row !== undefined) this.#answers.seen(this.#tenantId, String(row['steady']))
    }
    const { answer, note } = await this.#within.widely(() =>
      this.#asked(question, under, values, isSteady),
    )
    note()
    return answer
  }

  async known<R extends Row>(
    text: string,
    values: readonly unknown[],
    under: readonly string[],
    byIds?: boolean,
  ): Promise<R[]> {
    const { notes, byNotes } = this.#how
    const { send } = this.#within
    if (notes === 'none' && !byNotes) return (await send(text, values)) as R[]
    const question = questionOfMany(text, byIds)
    const isSteady = this.#isSteady(question)
    const taken = this.#taken(isSteady, question, under, values)
    if (taken !== undefined) return copied<R>(taken.answer as unknown as Row[])
    if (!this.#isNoting(isSteady)) return (await send(text, values)) as R[]
    const asked = isSteady ? question.withNumber : question.withDigest
    const found = (await send(asked, values)) as AmongAll[]
    const digest = found[0]?.digest ?? null
    const rows = found.flatMap(({ digest: _, rowsOfAll, isRow: __, ...row }) =>
      rowsOfAll === 0 ? [] : [row],
    )
    const noted = { answer: rows, digest, isSteady }
    this.#toNote.push(() => this.#answers.note(this.#tenantId, question, under, noted))
    return copied<R>(rows)
  }

  /** Sends the question whether all that was taken is still so. */
  compare(): void {
    if (this.#number === undefined) return
    this.#guard(steadyGuard, [this.#tenantId, this.#number]).catch(() => undefined)
  }

  expectSo(guard: string, values: readonly unknown[]): Promise<void> | undefined {
    if (!this.#goesByNotes) return undefined
    const sent = this.#guard(guard, values)
    // It is waited for at the end.
    sent.catch(() => undefined)
    return sent
  }

  async #guard(guard: string, values: readonly unknown[]): Promise<void> {
    try {
      await this.#within.send(guard, values)
    } catch (error) {
      if ((error as { code?: string }).code === divisionByZero) this.#isMisled = true
      throw error
    }
  }

  /** Of what this transaction itself has changed, nothing that was noted is so any more. */
  wrote(text: string): void {
    if (this.#goesByNotes && this.#answers.changesSteady(text)) this.#goesByNotes = false
  }

  /** What follows stands in another transaction, and is compared there. */
  beginAgain(): void {
    this.#number = undefined
    this.#goesByNotes = this.#how.byNotes
    this.forget()
  }

  forget(): void {
    this.#toNote = []
  }

  note(): void {
    for (const note of this.#toNote) note()
  }

  #taken<R extends Row>(
    isSteady: boolean,
    question: Question<R>,
    under: readonly string[],
    values: readonly unknown[],
  ): Noted<R> | undefined {
    if (!isSteady || !this.#goesByNotes) return undefined
    const noted = this.#answers.noted(this.#tenantId, question, under, values)
    if (noted?.isSteady !== true) return undefined
    if (this.#number === undefined) {
      this.#number = noted.digest
      this.compare()
    }
    return this.#number === noted.digest ? noted : undefined
  }

  async #asked<R extends Row>(
    question: Question<R>,
    under: readonly string[],
    values: readonly unknown[],
    isSteady: boolean,
  ): Promise<{ answer: R | undefined; note(): void }> {
    const text = isSteady ? question.withNumber : question.withDigest
    const rows = await this.#within.send(text, values)
    const [found] = rows as (R & { digest: string | null })[]
    if (found === undefined) return { answer: undefined, note: () => undefined }
    const { digest, ...answer } = found
    const noted = { answer, digest, isSteady }
    const note = () => this.#answers.note(this.#tenantId, question, under, noted)
    return { answer: answer as unknown as R, note }
  }

  #isNoting(isSteady: boolean): boolean {
    return this.notesAll || (isSteady && this.#how.notes === 'steady')
  }

  /** Which claims a debtor knows of changes from hour to hour. */
  #isSteady(question: Asked): boolean {
    return !this.#within.isOfDebtor() && this.#answers.isSteady(question)
  }
}

const divisionByZero = '22012'
