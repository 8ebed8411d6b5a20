import { invalid, refuse, type RefusalCode } from '../../domain/refusal.ts'

/** The version that the caller believes to change, from the body or from If-Match. */
export interface Expectation {
  version: number
  from: 'body' | 'header'
  /** Whether it is the row whose version that is: the one that the path names. */
  isNamed(table: string, row: Readonly<Record<string, unknown>>): boolean
  /** There is nothing with a version there, so that naming one is a mistake. */
  neverNamed?: boolean
}

/** Holds the row that the path names to the version that the caller saw, from its first reading on. */
export class ExpectedVersion {
  readonly #expectation: Expectation
  #met: object | undefined

  constructor(expectation: Expectation) {
    this.#expectation = expectation
  }

  meet(table: string, rows: readonly object[]): void {
    if (this.#met !== undefined) return
    const { isNamed, version } = this.#expectation
    const named = (rows as Record<string, unknown>[]).find(
      (row) => row['version'] !== undefined && isNamed(table, row),
    )
    if (named === undefined) return
    this.#met = named
    if (named['version'] !== version) this.#refuse()
  }

  /** Those are newer than they were when they were read here first. */
  refuseNewer(newer: readonly object[]): void {
    if (this.#met !== undefined && newer.includes(this.#met)) this.#refuse()
  }

  /** A version of what never has one is a mistake and no guard. */
  refuseUnmet(): void {
    if (this.#met !== undefined) return
    // What has a version once it is there was there when the caller saw it, and is no more.
    if (this.#expectation.neverNamed !== true) this.#refuse()
    const pointer = this.#expectation.from === 'header' ? '!If-Match' : '/version'
    invalid(pointer, 'NO_VERSION', 'What this path names has no version to compare')
  }

  get code(): RefusalCode {
    return this.#expectation.from === 'header' ? 'PRECONDITION_FAILED' : 'VERSION_CONFLICT'
  }

  #refuse(): never {
    return refuse(this.code)
  }
}
