import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

/** A chunk of a PNG; its length and sum are right unless others are given. */
export function chunk(
  type: string,
  data: Uint8Array,
  wrong: { length?: number; sum?: number } = {},
) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeInt32BE(wrong.length ?? data.byteLength)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(wrong.sum ?? crc32(named))
  return Buffer.concat([length, named, sum])
}

interface Header {
  width: number
  height: number
  depth?: number
  colour?: number
  interlaced?: boolean
}

export function headerOf({ width, height, depth = 8, colour = 2, interlaced = false }: Header) {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([depth, colour, 0, 0, interlaced ? 1 : 0], 8)
  return chunk('IHDR', data)
}

/** Whatever chunks, as a file. */
export const pngOf = (...chunks: Uint8Array[]): Buffer =>
  Buffer.concat([signature, ...chunks, chunk('IEND', new Uint8Array())])

/** The rows of a picture in one colour. */
export function rowsOf(width: number, height: number, [r, g, b] = [20, 90, 200]): Buffer {
  const row = Buffer.alloc(1 + width * 3)
  for (let at = 1; at < row.length; at += 3) row.set([r as number, g as number, b as number], at)
  return Buffer.concat(Array.from({ length: height }, () => row))
}

export const dataOf = (rows: Uint8Array): Buffer => chunk('IDAT', deflateSync(rows))

/** A picture that anybody can decode. */
export function goodPng(width = 24, height = 8, ...between: Uint8Array[]): Buffer {
  return pngOf(headerOf({ width, height }), ...between, dataOf(rowsOf(width, height)))
}

/** One whose sum over its pixels is wrong: the library that drew it ended the process. */
export const brokenPixels = (): Buffer => {
  const rows = deflateSync(rowsOf(24, 8))
  rows.fill(0xff, 4, rows.length - 4)
  return pngOf(headerOf({ width: 24, height: 8 }), chunk('IDAT', rows))
}

/** One with a chunk that leads backwards: the library that drew it never came to an end. */
export const negativeChunk = (): Buffer =>
  pngOf(
    headerOf({ width: 24, height: 8 }),
    chunk('aaaa', new Uint8Array(), { length: -12 }),
    dataOf(rowsOf(24, 8)),
  )

/** Says that it is that large, and is hardly anything. */
export const claiming = (width: number, height: number): Buffer =>
  pngOf(headerOf({ width, height }), dataOf(rowsOf(1, 1)))

/** A JPEG of 8 by 8, whose header may say that it is another size. */
export function jpegOf(width = 8, height = 8): Buffer {
  const bytes = Buffer.from(smallJpeg, 'base64')
  const frame = bytes.indexOf(Buffer.from('ffc0', 'hex'))
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  return bytes
}

const smallJpeg =
  '/9j/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYV' +
  'pQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09P' +
  'T09PT09PT09PT0//wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAUEAEAAAAAAA' +
  'AAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABQb/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIR' +
  'AxEAPwCfAVAh/9k='

/** A file as it is sent inside of JSON. */
export const asFile = (bytes: Uint8Array, mimeType = 'image/png', filename = 'a picture') => ({
  filename,
  mimeType,
  content: Buffer.from(bytes).toString('base64'),
})
