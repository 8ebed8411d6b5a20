import { alphabet, anyId, digit, idCodes, tenantPrefix, type IdPrefix } from './ids.ts'

/*
 * An id has two forms: the text that everybody sees, and the uuid in which it is stored, with the
 * number of its kind in one of its bytes, so that each form follows from the other. A tenant, whom
 * every row names, is stored as a number, of which both forms of its id are made.
 */

/** Behind what puts the ids of one kind in order, before the bits by which a journal row counts. */
export const codeAt = 11
const bytesOfUuid = 16
const digitsOfUuid = 32
const digitsOfText = 26
const bitsOfDigit = 5

const prefixes: (IdPrefix | undefined)[] = []
for (const [prefix, code] of Object.entries(idCodes)) prefixes[code] = prefix as IdPrefix

const tableOf = <T>(size: number, entry: (bits: number) => T) =>
  Array.from({ length: size }, (_, bits) => entry(bits))
const hexOf = (digits: number) => (bits: number) => bits.toString(16).padStart(digits, '0')

/** Two digits of base 32 for ten bits. */
const pairs = tableOf(1024, (bits) => alphabet[bits >> 5]! + alphabet[bits & 31]!)
const hexTwo = tableOf(256, hexOf(2))
const hexThree = tableOf(4096, hexOf(3))

/** What is no digit has bits beyond those of any digit. */
const none = 0xff
function valuesOf(digits: string): Uint8Array {
  const values = new Uint8Array(128).fill(none)
  for (const [value, digit] of [...digits].entries()) values[digit.charCodeAt(0)] = value
  return values
}
const base32Values = valuesOf(alphabet)
const hexValues = valuesOf('0123456789abcdef')

/** Where the digits of a uuid stand that is written with dashes, and without. */
const places = tableOf(digitsOfUuid, (at) => at)
const dashed = places.map((at) => at + Math.max(0, Math.min(4, (at >> 2) - 1)))

/** 128 bits in Crockford's base 32: 26 digits, of which the last has two bits that are not used. */
function partOf(uuid: string): string | undefined {
  const at = uuid.length === digitsOfUuid ? places : dashed
  if (uuid.length !== at[digitsOfUuid - 1]! + 1) return undefined
  let text = ''
  let faults = 0
  let bits = 0
  for (let digit = 0; digit < digitsOfUuid; digit++) {
    const value = hexValues[uuid.charCodeAt(at[digit]!)] ?? none
    faults |= value
    bits = (bits << 4) | value
    if (digit % 5 !== 4) continue
    text += pairs[(bits >> 10) & 1023]! + pairs[bits & 1023]!
    bits = 0
  }
  return faults > 15 ? undefined : text + pairs[bits << 2]!
}

/** The uuid of 26 such digits, from there on. */
function uuidFrom(text: string, from: number): string | undefined {
  let uuid = ''
  let faults = 0
  let bits = 0
  for (let digit = 0; digit < digitsOfText; digit++) {
    const value = base32Values[text.charCodeAt(from + digit)] ?? none
    faults |= value
    bits = (bits << 5) | value
    if (digit % 4 !== 3) continue
    uuid += hexThree[(bits >> 8) & 4095]! + hexTwo[bits & 255]!
    bits = 0
  }
  return faults > 31 || (bits & 3) !== 0 ? undefined : uuid + hexTwo[bits >> 2]!
}

/** The number of the kind, of a uuid without dashes. */
const codeIn = (uuid: string) =>
  (hexValues[uuid.charCodeAt(2 * codeAt)]! << 4) | hexValues[uuid.charCodeAt(2 * codeAt + 1)]!

const bare = (uuid: string) => uuid.replaceAll('-', '')

/** The id as it is made: its kind stands in front of it and inside of it. */
export function idOfBytes(prefix: IdPrefix, bytes: Uint8Array): string {
  bytes[codeAt] = idCodes[prefix]
  let uuid = ''
  for (let at = 0; at < bytesOfUuid; at++) uuid += hexTwo[bytes[at]!]!
  return prefix + partOf(uuid)!
}

/** Less than every id, where something has to be: read from the first one on, nobody. */
export const noId = ''
const noUuid = '0'.repeat(digitsOfUuid)
/** The platform itself, where somebody is named who did a thing. */
export const platformId = 'platform'
/** What may stand where somebody or something of any kind is named. */
export const anyIdPattern = new RegExp(`^(?:${platformId}|${anyId.source.slice(1, -1)})$`)
export const platformUuid = 'f'.repeat(digitsOfUuid)

export function idOfUuid(uuid: string): string {
  const part = partOf(uuid)
  if (part === undefined) throw new Error(`${uuid} is no uuid`)
  const isDashed = uuid.length > digitsOfUuid
  const prefix = prefixes[isDashed ? codeIn(uuid.slice(4)) : codeIn(uuid)]
  if (prefix !== undefined) return prefix + part
  if (bare(uuid) === noUuid) return noId
  if (bare(uuid) === platformUuid) return platformId
  throw new Error(`${uuid} is of no kind of id`)
}

/** Undefined for what is no id: also if its letters and the kind inside of it are not the same. */
export function uuidOfId(id: string): string | undefined {
  if (id === noId) return noUuid
  if (id === platformId) return platformUuid
  const from = id.length - digitsOfText
  if (from < 1) return undefined
  const uuid = uuidFrom(id, from)
  if (uuid === undefined) return undefined
  const prefix = prefixes[codeIn(uuid)]
  return prefix?.length === from && id.startsWith(prefix) ? uuid : undefined
}

/** Exactly the ids of a kind: some bits of their digits are its number, and two are none. */
export function patternOf(prefix: IdPrefix): RegExp {
  const code = idCodes[prefix].toString(2).padStart(8, '0')
  const behind = '.'.repeat(8 * (bytesOfUuid - codeAt - 1))
  const bits = `${'.'.repeat(8 * codeAt)}${code}${behind}00`
  const digits = Array.from({ length: digitsOfText }, (_, at) =>
    digitOf(bits.slice(bitsOfDigit * at, bitsOfDigit * (at + 1))),
  )
  const part = digits.join('').replaceAll(runs, (run) => `${digit}{${run.length / digit.length}}`)
  return new RegExp(`^${prefix.replace('.', '\\.')}${part}$`)
}

const runs = new RegExp(`(?:${digit.replaceAll(/[[\]]/g, '\\$&')})+`, 'g')

/** The digits with these bits. */
function digitOf(bits: string): string {
  if (/^\.+$/.test(bits)) return digit
  const wanted = new RegExp(`^${bits}$`)
  const among = [...alphabet].filter((_, value) =>
    wanted.test(value.toString(2).padStart(bitsOfDigit, '0')),
  )
  return among.length === 1 ? among.join('') : `[${among.join('')}]`
}

/** Whether it is an id of this kind, and not only looks like one. */
export const isIdOf = (prefix: IdPrefix, id: string): boolean =>
  id.length === prefix.length + digitsOfText && id.startsWith(prefix) && uuidOfId(id) !== undefined

const digitsOfMoment = 12

/** When the row was made: the first 48 bits. */
export function momentOfId(id: string): number | undefined {
  const uuid = uuidOfId(id)
  return uuid === undefined ? undefined : Number.parseInt(uuid.slice(0, digitsOfMoment), 16)
}

const withCode = (prefix: IdPrefix, uuid: string) =>
  uuid.slice(0, 2 * codeAt) + hexTwo[idCodes[prefix]]! + uuid.slice(2 * codeAt + 2)

/** The same bits as the id of another kind, which sorts among those as this one among its own. */
export function idAs(prefix: IdPrefix, id: string): string {
  const uuid = uuidOfId(id)
  if (uuid === undefined) throw new Error(`${id} is no id`)
  return idOfUuid(withCode(prefix, uuid))
}

const exampleUuid = '019a7fb1dcf47e8a84e900f403c516'
const lastOfExample = 0xc1

/** What an id of this kind looks like; further ones by their number. */
export const exampleOf = (prefix: IdPrefix, number = 0): string =>
  prefix === tenantPrefix
    ? tenantOfNumber(4711)
    : idOfUuid(withCode(prefix, exampleUuid + hexTwo[lastOfExample + number]!))

/** The four words of a tenant's uuid: the second is its number, mixed; all begin with a digit. */
export const wordsOfTenant = [
  { salt: 0x2f6b, shift: 5 },
  { salt: 0, shift: 0 },
  { salt: 0x51ed, shift: 0 },
  { salt: 0x7a3d, shift: 0 },
] as const

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
  const words = wordsOfTenant.map(({ salt, shift }) =>
    salt === 0 ? mixed : mix(mixed ^ salt) >>> shift,
  )
  text = idOfUuid(withCode(tenantPrefix, words.map(hexOf(8)).join('')))
  if (tenants.size >= tenantsMax) tenants.clear()
  tenants.set(number, text)
  return text
}

const numbers = new Map<string, number>()

/** Undefined for what is no tenant's id. */
export function numberOfTenant(id: string): number | undefined {
  if (id === noId) return 0
  let number = numbers.get(id)
  if (number !== undefined) return number
  if (!isIdOf(tenantPrefix, id)) return undefined
  number = unmixed(Number.parseInt(uuidOfId(id)!.slice(8, 16), 16))
  if (number <= 0 || tenantOfNumber(number) !== id) return undefined
  if (numbers.size >= tenantsMax) numbers.clear()
  numbers.set(id, number)
  return number
}

export const mixingFactors = [0x7feb352d, 0x846ca68b] as const
/** What multiplied by the factor is one, in 32 bits. */
const inverses = [0x1d69e2a5, 0x43021123] as const

/** A number of 32 bits as another one, each once. */
function mix(number: number): number {
  let value = number ^ (number >>> 16)
  value = Math.imul(value, mixingFactors[0])
  value ^= (value >>> 15) ^ (value >>> 30)
  value = Math.imul(value, mixingFactors[1])
  return (value ^ (value >>> 16)) >>> 0
}

function unmixed(mixed: number): number {
  let value = mixed ^ (mixed >>> 16)
  value = Math.imul(value, inverses[1])
  value ^= value >>> 15
  value = Math.imul(value, inverses[0])
  return value ^ (value >>> 16)
}
