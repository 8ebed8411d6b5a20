import { randomBytes } from 'node:crypto'
import { isSame } from '../../ports/keys/signed.ts'

const secretBytes = 32
const linkLifetimeMs = 60 * 60_000

/** A link that lets one in once, for an hour; it is forgotten with the process that made it. */
export class OneTimeLink {
  readonly text = randomBytes(secretBytes).toString('base64url')
  readonly #endsAt: number
  #isUsed = false

  constructor(now: Date) {
    this.#endsAt = now.getTime() + linkLifetimeMs
  }

  /** Used with this, whether or not what follows succeeds. */
  use(text: string, now: Date): boolean {
    if (!isSame(text, this.text) || this.#isUsed || now.getTime() >= this.#endsAt) return false
    this.#isUsed = true
    return true
  }
}
