import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import sharp from 'sharp'
import { Apart } from '../../src/ports/apart/apart.ts'
import { Unreadable } from '../../src/ports/apart/kinds.ts'
import { drawInvoice } from '../../src/ports/pdf/invoice/draw-invoice.ts'
import { drawnLogotype, ownPicture } from '../../src/ports/pictures/pictures.ts'
import { chance } from '../support/chance.ts'
import { frozenInvoice } from '../support/frozen.ts'
import { goodPng, jpegOf } from '../support/pictures.ts'
import { seed } from '../support/seed.ts'

const apart = new Apart({ limits: { places: 2 } })
afterAll(() => apart.stop())

type Draw = ReturnType<typeof chance>

/** A few changes as accidents and attackers make them; the first bytes stay, so that it is decoded. */
function mutated(good: Buffer, draw: Draw): Buffer {
  let bytes: Buffer = Buffer.from(good)
  for (let left = 1 + draw(4); left > 0; left--) bytes = changes[draw(changes.length)]!(bytes, draw)
  return bytes
}

const begun = 8
const changes: readonly ((bytes: Buffer, draw: Draw) => Buffer)[] = [
  (bytes, draw) => bytes.subarray(0, begun + draw(bytes.length - begun)),
  (bytes, draw) => written(bytes, draw, (at) => bytes.writeUInt8(draw(256), at)),
  (bytes, draw) => written(bytes, draw, (at) => bytes.writeUInt8(bytes[at]! ^ (1 << draw(8)), at)),
  (bytes, draw) => {
    const extremes = [0, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffff4]
    const value = extremes[draw(extremes.length)]!
    return written(bytes, draw, (at) => bytes.writeUInt32BE(value, Math.min(at, bytes.length - 4)))
  },
  (bytes, draw) => {
    const [from, to] = [begun + draw(bytes.length), begun + draw(bytes.length)]
    return Buffer.concat([bytes, bytes.subarray(Math.min(from, to), Math.max(from, to))])
  },
  (bytes, draw) => {
    const at = begun + draw(Math.max(1, bytes.length - begun))
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + draw(16))])
  },
]

function written(bytes: Buffer, draw: Draw, write: (at: number) => void): Buffer {
  if (bytes.length > begun + 4) write(begun + draw(bytes.length - begun))
  return bytes
}

const good = [
  ['image/png', goodPng(64, 48)],
  ['image/jpeg', jpegOf()],
] as const

test(`whatever was done to a picture, it is refused or becomes ours (SEED=${seed})`, async () => {
  const draw = chance(seed)
  const outcomes = { refused: 0, ours: 0 }
  for (let turn = 0; turn < 300; turn++) {
    const [type, whole] = good[turn % good.length]!
    const bytes = mutated(whole, draw)
    const own = await ownPicture(apart, 'a', bytes, type, buffer).catch((error: unknown) => {
      expect(error, `turn ${turn}`).toBeInstanceOf(Unreadable)
    })
    const drawn = await drawnLogotype(apart, 'a', bytes).catch((error: unknown) => {
      expect(error, `turn ${turn}`).toBeInstanceOf(Unreadable)
    })
    outcomes[own === undefined ? 'refused' : 'ours']++
    if (own !== undefined) expect((await sharp(own).stats()).isOpaque, `turn ${turn}`).toBeDefined()
    // What is drawn can be drawn by whatever draws it: nothing is left in it to stumble over.
    if (drawn !== undefined) await drawInvoice(frozenInvoice(), { logo: drawn })
  }
  expect(outcomes.refused).toBeGreaterThan(50)
  expect(outcomes.ours).toBeGreaterThan(5)
})
