import { idCodes, tenantPrefix, type IdPrefix } from './ids.ts'

/*
 * An id has two forms: the text that everybody sees, and the uuid in which it is stored, with the
 * number of its kind in one of its bytes, so that each form follows from the other. A tenant, whom
 * every row names, is stored as a number, of which both forms of its id are made.
 */

/** Behind what puts the ids of one kind in order, before the bits by which a journal row counts. */
export const codeAt = 11
const bytesOfUuid = 16
const digitsOfText = 26

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const prefixes: (IdPrefix | undefined)[] = []
for (const [prefix, code] of Object.entries(idCodes)) prefixes[code] = prefix as IdPrefix

/** Two digits of base 32 for ten bits. */
const pairs = Array.from({ length: 1024 }, (_, bits) => alphabet[bits >> 5]! + alphabet[bits & 31]!)
const hexBytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const none = 255
const valuesOf = (digits: string) => {
  const values = new Uint8Array(128).fill(none)
  for (const [value, digit] of [...digits].entries()) values[digit.charCodeAt(0)] = value
  return values
}
const base32Values = valuesOf(alphabet)
const hexValues = valuesOf('0123456789abcdef')

/** 128 bits in Crockford's base 32: 26 digits, of which the last has two bits that are not used. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytesOfUuid - 1; at += 5) {
    const [a, b, c, d, e] = [bytes[at]!, bytes[at + 1]!, bytes[at + 2]!, bytes[at + 3]!, bytes[at + 4]!]
    text += pairs[(a << 2) | (b >> 6)]! + pairs[((b & 63) << 4) | (c >> 4)]!
    text += pairs[((c & 15) << 6) | (d >> 2)]! + pairs[((d & 3) << 8) | e]!
  }
  return text + pairs[bytes[bytesOfUuid - 1]! << 2]!
}

/** The id as it is made: its kind stands in front of it and inside of it. */
export function idOfBytes(prefix: IdPrefix, bytes: Uint8Array): string {
  bytes[codeAt] = idCodes[prefix]
  return prefix + base32(bytes)
}

const read = new Uint8Array(bytesOfUuid)

/** False if it is no uuid, with or without dashes. */
function readUuid(uuid: string): boolean {
  let at = 0
  for (let place = 0; place < uuid.length; place++) {
    const digit = uuid.charCodeAt(place)
    if (digit === 45) continue
    const high = hexValues[digit] ?? none
    const low = hexValues[uuid.charCodeAt(++place)] ?? none
    if ((high | low) > 15 || at === bytesOfUuid) return false
    read[at++] = (high << 4) | low
  }
  return at === bytesOfUuid
}

/** Less than every id, where something has to be: read from the first one on, nobody. */
export const noId = ''
const noUuid = '0'.repeat(32)
/** The platform itself, where somebody is named who did a thing. */
export const platformId = 'platform'
const platformUuid = 'f'.repeat(32)

export function idOfUuid(uuid: string): string {
  if (!readUuid(uuid)) throw new Error(`${uuid} is no uuid`)
  const prefix = prefixes[read[codeAt]!]
  if (prefix !== undefined) return prefix + base32(read)
  if (read.every((byte) => byte === 0)) return noId
  if (read.every((byte) => byte === 255)) return platformId
  throw new Error(`${uuid} is of no kind of id`)
}

/** Reads 26 digits from there on; false if they are no 128 bits. */
function readPart(id: string, from: number): boolean {
  let faults = 0
  const digit = (at: number) => {
    const value = base32Values[id.charCodeAt(from + at)] ?? none
    faults |= value
    return value
  }
  for (let at = 0, place = 0; place < bytesOfUuid - 1; place += 5) {
    const high = (digit(at++) << 15) | (digit(at++) << 10) | (digit(at++) << 5) | digit(at++)
    const low = (digit(at++) << 15) | (digit(at++) << 10) | (digit(at++) << 5) | digit(at++)
    read[place] = high >> 12
    read[place + 1] = (high >> 4) & 255
    read[place + 2] = ((high & 15) << 4) | (low >> 16)
    read[place + 3] = (low >> 8) & 255
    read[place + 4] = low & 255
  }
  const last = (digit(digitsOfText - 2) << 5) | digit(digitsOfText - 1)
  read[bytesOfUuid - 1] = last >> 2
  return faults <= 31 && (last & 3) === 0
}

/** Undefined for what is no id: also if its letters and the kind inside of it are not the same. */
export function uuidOfId(id: string): string | undefined {
  if (id === noId) return noUuid
  if (id === platformId) return platformUuid
  const from = id.length - digitsOfText
  if (from < 1 || !readPart(id, from)) return undefined
  const prefix = prefixes[read[codeAt]!]
  if (prefix === undefined || prefix.length !== from || !id.startsWith(prefix)) return undefined
  let uuid = ''
  for (const byte of read) uuid += hexBytes[byte]!
  return uuid
}

/** Whether it is an id of this kind, and not only looks like one. */
export const isIdOf = (prefix: IdPrefix, id: string): boolean =>
  id.startsWith(prefix) && uuidOfId(id) !== undefined && prefixes[read[codeAt]!] === prefix

/** When the row was made: the first 48 bits of what is no tenant's id. */
export function momentOfId(id: string): number | undefined {
  if (id === noId || uuidOfId(id) === undefined) return undefined
  return read.subarray(0, 6).reduce((ms, byte) => ms * 256 + byte, 0)
}

/** The same bits as the id of another kind, which sorts among those as this one among its own. */
export function idAs(prefix: IdPrefix, id: string): string {
  if (uuidOfId(id) === undefined) throw new Error(`${id} is no id`)
  return idOfBytes(prefix, read)
}

const exampleBytes = '019a7fb1dcf47e8a84e900f403c516c1'

/** What an id of this kind looks like. */
export function exampleOf(prefix: IdPrefix): string {
  if (prefix === tenantPrefix) return tenantOfNumber(4711)
  readUuid(exampleBytes)
  return idOfBytes(prefix, read)
}

const tenants = new Map<number, string>()
const tenantsMax = 10_000

/**
 * Tenants are counted, but nobody shall read from an id how many there are or what the next one is
 * called: the number is mixed, and all other digits follow from it.
 */
export function tenantOfNumber(number: number): string {
  let text = tenants.get(number)
  if (text !== undefined) return text
  const mixed = mix(number)
  const words = [mix(mixed ^ 0x2f6b) >>> 5, mixed, mix(mixed ^ 0x51ed), mix(mixed ^ 0x7a3d)]
  const bytes = new Uint8Array(bytesOfUuid)
  const view = new DataView(bytes.buffer)
  for (const [at, word] of words.entries()) view.setUint32(4 * at, word)
  text = idOfBytes(tenantPrefix, bytes)
  if (tenants.size >= tenantsMax) tenants.clear()
  tenants.set(number, text)
  return text
}

/** Undefined for what is no tenant's id. */
export function numberOfTenant(id: string): number | undefined {
  if (id === noId) return 0
  if (!isIdOf(tenantPrefix, id)) return undefined
  const mixed = (read[4]! << 24) | (read[5]! << 16) | (read[6]! << 8) | read[7]!
  const number = unmixed(mixed)
  return number > 0 && tenantOfNumber(number) === id ? number : undefined
}

const factors = [0x7feb352d, 0x846ca68b] as const
/** What multiplied by the factor is one, in 32 bits. */
const inverses = [0x1d69e2a5, 0x43021123] as const

/** A number of 32 bits as another one, each once. */
function mix(number: number): number {
  let value = number ^ (number >>> 16)
  value = Math.imul(value, factors[0])
  value ^= (value >>> 15) ^ (value >>> 30)
  value = Math.imul(value, factors[1])
  return (value ^ (value >>> 16)) >>> 0
}

function unmixed(mixed: number): number {
  let value = mixed ^ (mixed >>> 16)
  value = Math.imul(value, inverses[1])
  value ^= value >>> 15
  value = Math.imul(value, inverses[0])
  return value ^ (value >>> 16)
}
