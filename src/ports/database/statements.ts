import { createHash } from 'node:crypto'
import type { Connection, Submittable } from 'pg'
import { outgoing } from './outgoing.ts'
import { readerOf, sentAs, type Meant } from './values.ts'

/** A statement that is sent again and again, so that each connection parses it once. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

export interface Result {
  rows: Record<string, unknown>[]
  /** What was done, as `INSERT 0 3`. */
  done: string
}

interface Field {
  name: string
  read: (text: string) => unknown
}

/** What the database says of a statement. */
interface Description {
  name: string
  /** The types of its parameters. */
  parameters: readonly number[]
  fields: readonly Field[]
}

const described = new Map<string, Description>()
/** Texts come from code, but a list's has a shape for each set of filters. */
const describedMax = 10_000

/** The oldest is forgotten for it. */
function note(text: string, description: Description): void {
  const [oldest = ''] = described.size < describedMax ? [] : described.keys()
  described.delete(oldest)
  described.set(text, description)
}

/** A name follows from its text, so one that was forgotten comes back the same. */
export function named(text: string): { name: string; text: string } {
  const name = described.get(text)?.name ?? nameOf(text)
  return { name, text }
}

// PostgreSQL tells prepared statements apart by their first 63 characters.
const nameOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Whether the types of its parameters are known, by which its values are sent. */
export function isDescribed(text: string, connection: object): boolean {
  if (described.has(text)) return true
  const forgotten = parsedOn(connection).known.get(nameOf(text))
  if (forgotten !== undefined) note(text, forgotten)
  return forgotten !== undefined
}

/** The statements that a connection has parsed, and those of which that is not known. */
interface Parsed {
  known: Map<string, Description>
  doubtful: Set<string>
}

const parsed = new WeakMap<object, Parsed>()

function parsedOn(connection: object): Parsed {
  let on = parsed.get(connection)
  if (on === undefined) {
    parsed.set(connection, (on = { known: new Map(), doubtful: new Set() }))
  }
  return on
}

/** Each takes memory of the database until its connection ends. */
export const countParsedOn = (connection: object): number => parsedOn(connection).known.size

const writing = /^\s*insert\b/i

interface FieldSent {
  name: string
  dataTypeID: number
}

/** After an error: the results of the statements before the one that failed. */
export type Settle = (error: unknown, results: Result[], unsent?: boolean) => void

/**
 * Statements that travel as one message and are answered as one: outside of a transaction they are
 * one, which commits at their end or not at all.
 */
export class Message implements Submittable {
  readonly #statements: readonly Statement[]
  /** As it was known when the message was made: until it is sent others may be noted instead. */
  readonly #descriptions: readonly (Description | undefined)[]
  readonly #settle: Settle
  readonly #results: Result[] = []
  /** Those that this message parses. */
  readonly #fresh = new Set<string>()
  #on: Parsed | undefined
  #rows: Record<string, unknown>[] = []
  /** Of the statement that is being answered. */
  #fields: readonly Field[] | undefined
  #parameters: readonly number[] = []
  #failed = false
  #unreadable: { error: unknown; at: number } | undefined

  constructor(statements: readonly Statement[], settle: Settle) {
    this.#statements = statements
    this.#descriptions = statements.map(({ text }) => described.get(text))
    this.#settle = settle
  }

  /** An error that is returned is given to `handleError`. */
  submit(connection: Connection): Error | undefined {
    const on = (this.#on = parsedOn(connection))
    try {
      for (const [at, { text, values }] of this.#statements.entries()) {
        const known = this.#descriptions[at] ?? described.get(text)
        const { name, parameters } = known ?? { name: nameOf(text), parameters: [] }
        this.#prepare(on, name, text)
        const meant = writing.test(text) ? 'written' : 'asked'
        this.write(name, values, parameters, meant)
      }
    } catch (error) {
      outgoing.drop()
      for (const name of this.#fresh) on.known.delete(name)
      return error as Error
    }
    connection.stream.write(outgoing.synced())
    return undefined
  }

  #prepare(on: Parsed, name: string, text: string): void {
    if (on.known.has(name)) return
    if (on.doubtful.delete(name)) outgoing.close(name)
    outgoing.parse(name, text)
    outgoing.describe(name)
    on.known.set(name, described.get(text) ?? { name, parameters: [], fields: [] })
    this.#fresh.add(name)
  }

  protected write(
    name: string,
    values: readonly unknown[],
    parameters: readonly number[],
    meant: Meant,
  ): void {
    outgoing.bindAndExecute(
      name,
      values.map((value, at) => sentAs(value, parameters[at] ?? 0, meant)),
    )
  }

  get #current(): Statement {
    return this.#statements[this.#results.length]!
  }

  handleParameterDescription({ dataTypeIDs }: { dataTypeIDs: readonly number[] }): void {
    this.#parameters = dataTypeIDs
  }

  handleRowDescription({ fields }: { fields: readonly FieldSent[] }): void {
    const { text } = this.#current
    const description = {
      name: nameOf(text),
      parameters: this.#parameters,
      fields: fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID, name) })),
    }
    note(text, description)
    this.#on?.known.set(description.name, description)
    this.wasDescribed()
  }

  handleNoData(): void {
    this.handleRowDescription({ fields: [] })
  }

  protected wasDescribed(): void {}

  handleDataRow({ fields: values }: { fields: readonly (string | null)[] }): void {
    const fields = (this.#fields ??= this.#on!.known.get(named(this.#current.text).name)!.fields)
    const row: Record<string, unknown> = {}
    for (let at = 0; at < fields.length; at++) {
      const { name: field, read } = fields[at]!
      const value = values[at] ?? null
      row[field] = value === null ? null : this.#read(read, value)
    }
    this.#rows.push(row)
  }

  /** What cannot be read fails the message, and not the process. */
  #read(read: Field['read'], value: string): unknown {
    try {
      return read(value)
    } catch (error) {
      this.#unreadable ??= { error, at: this.#results.length }
      return null
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.answered({ rows: this.#rows, done: text })
    this.#rows = []
    this.#fields = undefined
  }

  protected answered(result: Result): void {
    this.#results.push(result)
  }

  handleEmptyQuery(): void {
    this.answered({ rows: [], done: '' })
  }

  handlePortalSuspended(): void {}

  /** Nothing after the statement that failed was looked at, and that one was perhaps not parsed. */
  handleError(error: unknown, connection: Connection): void {
    if (this.#failed) return
    this.#failed = true
    const on = this.#on
    const isLost = lost.has((error as { code?: string }).code ?? '')
    for (const { text } of this.#statements.slice(this.#results.length)) {
      const { name } = named(text)
      const isUncertain = this.#fresh.has(name) || (isLost && text === this.#current.text)
      if (isUncertain && on?.known.delete(name)) on.doubtful.add(name)
    }
    whenTakenBack(error, connection, () => this.#settle(error, this.#results))
  }

  /** Only now is what was sent outside of a transaction committed. */
  handleReadyForQuery(): void {
    if (this.#failed) return
    if (this.#unreadable === undefined) return this.#settle(undefined, this.#results)
    this.#settle(this.#unreadable.error, this.#results.slice(0, this.#unreadable.at))
  }
}

/** An error is told before the work is taken back: until the end of the message its locks are held. */
function whenTakenBack(error: unknown, connection: Connection, tell: () => void): void {
  if (!isTakenBack(error)) return tell()
  const ends = ['readyForQuery', 'end']
  const ended = () => {
    for (const end of ends) connection.off(end, ended)
    tell()
  }
  for (const end of ends) connection.on(end, ended)
}

/** Codes of the database: it does not know the statement, or its result has other columns now. */
const lost = new Set(['26000', '0A000'])

/** Asks what the database takes and gives, and runs nothing. */
export class Questions extends Message {
  protected override write(): void {}

  protected override wasDescribed(): void {
    this.answered({ rows: [], done: '' })
  }
}

/** After these it is not known what became of the commit: the connection or the database went. */
const unclear = /^(?:08|25P|53|57P|58|XX)/

/** The database refused a statement or the commit, and with it all of its transaction. */
export function isTakenBack(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return /^[0-9A-Z]{5}$/.test(code) && !unclear.test(code)
}
