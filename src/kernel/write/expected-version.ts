import { invalid, refuse, type RefusalCode } from '../../domain/refusal.ts'

/** The version that the caller expects to change, from the body or from If-Match. */
export interface Expectation {
  version: number
  from: 'body' | 'header'
  /** Whether it is the row whose version that is: the one that the path names. */
  isNamed(table: string, row: Readonly<Record<string, unknown>>): boolean
  /** True if nothing at this path has a version, so that sending one is a mistake. */
  neverNamed?: boolean
}

/**
 * Compares the row that the path names with the version that the caller saw, from its first reading
 * on.
 */
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

  /** What was met before may be another now. */
  meetAgain(): void {
    this.#met = undefined
  }

  /** These rows are newer than when this unit first read them. */
  refuseNewer(newer: readonly object[]): void {
    if (this.#met !== undefined && newer.includes(this.#met)) this.#refuse()
  }

  /** A version sent for something that never has one is a mistake, and protects nothing. */
  refuseUnmet(): void {
    if (this.#met !== undefined) return
    // The caller saw a version, so the row existed then; it has been deleted since.
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
