import { z } from 'zod'
import {
  derived,
  type Derived,
  type Keys,
  type KeptLogin,
  type LastingKeys,
  type OneKey,
} from './keys.ts'
import { decryptSecret, encryptSecret } from './secrets.ts'

/** What outlives the master key that it came from: sealed by the current one. */
interface Kept extends LastingKeys {
  logins: Readonly<Record<string, KeptLogin>>
}

const place = { tenantId: '', table: 'installation', column: 'kept', id: '' }

const Stored = z.object({
  tokens: z.string(),
  cursors: z.string(),
  fingerprints: z.string(),
  logins: z.record(z.string(), z.object({ password: z.string(), keyId: z.string() })),
})

/** The ring of a process: what it was given, and which of it the database says is the current one. */
export class KeyRing implements Keys {
  readonly #all = new Map<string, Derived>()
  #current: Derived
  #kept: Kept | undefined

  /** The first one is the current one, until the database says otherwise. */
  constructor(first: string, further: readonly string[] = []) {
    this.#current = derived(first)
    for (const master of [first, ...further]) this.add(master)
  }

  add(master: string): void {
    const one = derived(master)
    if (!this.#all.has(one.id)) this.#all.set(one.id, one)
  }

  /** Seals and signs with this one from now on. */
  turnTo(id: string, kept: string | null): void {
    const one = this.#all.get(id)
    if (one === undefined) throw new Error(`there is no master key ${id} here`)
    this.#kept = kept === null ? undefined : opened(one, kept)
    this.#current = one
  }

  remove(id: string): void {
    if (id !== this.#current.id) this.#all.delete(id)
  }

  /** What lasts, sealed by another key of the ring, with the passwords of these logins. */
  keptUnder(id: string, roles: readonly string[]): string {
    const one = this.#all.get(id)
    if (one === undefined) throw new Error(`there is no master key ${id} here`)
    const logins = Object.fromEntries(
      roles.map((role) => [
        role,
        { password: this.rolePassword(role), keyId: this.keyIdOfRole(role) },
      ]),
    )
    const text = JSON.stringify({
      tokens: this.tokens.toString('base64url'),
      cursors: this.cursors.toString('base64url'),
      fingerprints: this.fingerprints.toString('base64url'),
      logins: { ...this.#kept?.logins, ...logins },
    })
    return encryptSecret(one, Buffer.from(text), place)
  }

  of = (id: string): OneKey | undefined => this.#all.get(id)

  ring(): readonly OneKey[] {
    const others = [...this.#all.values()].filter((one) => one !== this.#current)
    return [this.#current, ...others]
  }

  get id() {
    return this.#current.id
  }
  get secrets() {
    return this.#current.secrets
  }
  get payloads() {
    return this.#current.payloads
  }
  get links() {
    return this.#current.links
  }
  get realtime() {
    return this.#current.realtime
  }
  get tokens() {
    return (this.#kept ?? this.#current).tokens
  }
  get cursors() {
    return (this.#kept ?? this.#current).cursors
  }
  get fingerprints() {
    return (this.#kept ?? this.#current).fingerprints
  }

  rolePassword(role: string): string {
    return this.#kept?.logins[role]?.password ?? this.#current.rolePassword(role)
  }

  keyIdOfRole(role: string): string {
    return this.#kept?.logins[role]?.keyId ?? this.#current.id
  }
}

function opened(one: Derived, kept: string): Kept {
  const text = decryptSecret({ of: (id) => (id === one.id ? one : undefined) }, kept, place)
  const { logins, ...lasting } = Stored.parse(JSON.parse(text.toString('utf8')))
  const key = (of: keyof LastingKeys) => Buffer.from(lasting[of], 'base64url')
  return {
    tokens: key('tokens'),
    cursors: key('cursors'),
    fingerprints: key('fingerprints'),
    logins,
  }
}

/** The ring of one key. */
export const deriveKeys = (masterKeyHex: string): KeyRing => new KeyRing(masterKeyHex)
