import { createHash, randomFillSync } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { idPrefixes, type IdKind } from '../../entities/ids.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * A prefix and 128 bits in Crockford's base 32: it sorts by time and is made without the database.
 */
export function newId(kind: IdKind): string {
  return idOf(kind, next(Date.now()))
}

interface Counted {
  msecs: number
  seq: number
}

function idOf(kind: IdKind, { msecs, seq }: Counted): string {
  const random = chance()
  return idPrefixes[kind] + base32(uuidv7({ msecs, seq, random }, new Uint8Array(16)))
}

const ordinalLength = 4

/** Its last 18 bits are free: entries and events within it are numbered by them. */
export const newJournalId = () =>
  newId('Journal').slice(0, -ordinalLength) + '0'.repeat(ordinalLength)

/** Ids of one moment: they sort by it, and those of one moment as they were made here. */
export function idsAt(moment: Date): (kind: IdKind) => string {
  const msecs = moment.getTime()
  return (kind) => {
    seqOfMoments = seqOfMoments === lastSeq ? 0 : seqOfMoments + 1
    return idOf(kind, { msecs, seq: seqOfMoments })
  }
}

/** The least id of a moment: all that are made later are greater. */
export function firstIdAt(kind: IdKind, moment: Date): string {
  const bytes = new Uint8Array(bytesOfId)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(moment.getTime()) << 16n)
  return idPrefixes[kind] + base32(bytes)
}

/** The id of what never changes: the same content has the same id. */
export function idOfContent(kind: IdKind, content: string): string {
  const hash = createHash('sha256').update(content).digest()
  return idPrefixes[kind] + base32(hash.subarray(0, bytesOfId))
}

const last: Counted = { msecs: 0, seq: 0 }
const lastSeq = 2 ** 32 - 1

/** Within one millisecond ids count upwards, so later ids always sort after earlier ones. */
function next(now: number): Counted {
  if (now > last.msecs) Object.assign(last, { msecs: now, seq: randomSeq() })
  else if (last.seq === lastSeq) Object.assign(last, { msecs: last.msecs + 1, seq: 0 })
  else last.seq++
  return last
}

const bytesOfId = 16
const pool = new Uint8Array(256 * bytesOfId)
let used = pool.length

/** Random bytes are fetched for many ids at once: the call costs more than the bytes. */
function chance(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += bytesOfId
  return pool.subarray(used - bytesOfId, used)
}

/** Starts in the lower half, so that there is room to count upwards. */
function randomSeq(): number {
  const [a = 0, b = 0, c = 0, d = 0] = chance()
  return ((a & 0x7f) << 24) | (b << 16) | (c << 8) | d
}

/** One for all moments, since a unit may be of an earlier one than that before it. */
let seqOfMoments = randomSeq()

function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(value >>> bits) & 31]
    }
    value &= (1 << bits) - 1
  }
  return text + alphabet[(value << (5 - bits)) & 31]
}
