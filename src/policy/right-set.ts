import { type Right, rightIndex, rightNames } from './rights.ts'

const words = Math.ceil(rightNames.length / 32)

/** A set of rights as one bit each, so that a check costs the same for one right and for all. */
export class RightSet {
  readonly #bits: Uint32Array

  private constructor(bits: Uint32Array) {
    this.#bits = bits
  }

  static of(rights: Iterable<Right>): RightSet {
    const bits = new Uint32Array(words)
    for (const right of rights) {
      const index = rightIndex(right)
      if (index < 0) throw new RangeError(`There is no right ${right}`)
      bits[index >>> 5]! |= 1 << (index & 31)
    }
    return new RightSet(bits)
  }

  has(right: Right | number): boolean {
    const index = typeof right === 'number' ? right : rightIndex(right)
    return index >= 0 && ((this.#bits[index >>> 5] ?? 0) & (1 << (index & 31))) !== 0
  }

  union(other: RightSet): RightSet {
    return new RightSet(this.#bits.map((word, at) => word | other.#bits[at]!))
  }

  intersection(other: RightSet): RightSet {
    return new RightSet(this.#bits.map((word, at) => word & other.#bits[at]!))
  }

  /** What this set has and the other lacks: what a grant would give beyond the granter's own. */
  minus(other: RightSet): RightSet {
    return new RightSet(this.#bits.map((word, at) => word & ~other.#bits[at]!))
  }

  isSubsetOf(other: RightSet): boolean {
    return this.#bits.every((word, at) => (word & ~other.#bits[at]!) === 0)
  }

  equals(other: RightSet): boolean {
    return this === other || this.#bits.every((word, at) => word === other.#bits[at])
  }

  toNames(): Right[] {
    return rightNames.filter((_, index) => this.has(index))
  }
}
