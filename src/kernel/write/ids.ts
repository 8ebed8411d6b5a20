import { createHash, randomFillSync } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { idOfBytes, tenantOfNumber } from '../../domain/id-forms.ts'
import { tenantPrefix } from '../../domain/ids.ts'
import { idPrefixes, type IdKind } from '../../entities/ids.ts'
import { nowMs } from '../../ports/database/clock.ts'

/**
 * A prefix and 128 bits in Crockford's base 32: it sorts by time and is made without the database.
 */
export function newId(kind: IdKind): string {
  return idOf(kind, next(nowMs()))
}

interface Counted {
  msecs: number
  seq: number
}

function idOf(kind: IdKind, counted: Counted): string {
  const prefix = idPrefixes[kind]
  return prefix === tenantPrefix ? nobodysTenant() : idOfBytes(prefix, bytesOf(counted))
}

/** Tenants are counted by the database, which never comes so far. */
const nobodysTenant = () => tenantOfNumber(2 ** 30 + (randomSeq() >>> 1))

const bytesOf = ({ msecs, seq }: Counted) =>
  uuidv7({ msecs, seq, random: chance() }, new Uint8Array(bytesOfId))

const bytesOfOrdinal = 2

/** Its last 16 bits are free: entries and events within it are numbered by them. */
export function newJournalId(): string {
  return idOfBytes(idPrefixes.Journal, bytesOf(next(nowMs())).fill(0, -bytesOfOrdinal))
}

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
  return idOfBytes(idPrefixes[kind], bytes)
}

/** The id of what never changes: the same content has the same id. */
export function idOfContent(kind: IdKind, content: string): string {
  const hash = createHash('sha256').update(content).digest()
  return idOfBytes(idPrefixes[kind], hash.subarray(0, bytesOfId))
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
