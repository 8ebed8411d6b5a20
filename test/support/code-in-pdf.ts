import { streamsOf } from './pdf-text.ts'

/** Reads the QR code that a page draws, as ISO 18004 has it, without help of whoever drew it. */
export function codeIn(pdf: Uint8Array): string | undefined {
  const dark = modulesIn(pdf)
  return dark === undefined ? undefined : textOf(dark)
}

type Modules = readonly (readonly boolean[])[]

/** Each dark run is a rectangle as high as a module; the corners are dark. */
function modulesIn(pdf: Uint8Array): Modules | undefined {
  const number = String.raw`(-?[\d.]+)`
  const run = new RegExp(`${number} ${number} ${number} ${number} re\\n`, 'g')
  const page = streamsOf(pdf).find(({ content }) => /(?:re\n){1}(?:[^\n]+ re\n){99}/.test(content))
  if (page === undefined) return undefined
  const [drawn = ''] = /(?:[^\n]+ re\n){99,}/.exec(page.content) ?? []
  const runs = [...drawn.matchAll(run)].map(([, ...four]) => four.map(Number))
  const side = runs[0]![3]!
  const [left, top] = [0, 1].map((axis) => Math.min(...runs.map((one) => one[axis]!)))
  const right = Math.max(...runs.map(([x, , width]) => x! + width!))
  const size = Math.round((right - left!) / side)
  const modules = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [x, y, width] of runs) {
    const [row, from] = [Math.round((y! - top!) / side), Math.round((x! - left!) / side)]
    modules[row]!.fill(true, from, from + Math.round(width! / side))
  }
  return modules
}

/** Of the level M, to version 13: how many codewords are data, in how many blocks. */
const data = [16, 28, 44, 64, 86, 108, 124, 154, 182, 216, 254, 290, 334]
const blocks = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9]

function textOf(dark: Modules): string {
  const version = (dark.length - 17) / 4
  const format = (formatOf(dark) ^ 0b101010000010010) >> 10
  if (format >> 3 !== 0) throw new Error('It is not of the level M')
  const bits = dataBits(dark, version, masks[format & 7]!)
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, n) =>
    Number.parseInt(bits.slice(8 * n, 8 * n + 8).join(''), 2),
  )
  return segments(gathered(words, version), version)
}

/** From the left to the middle, then up, along the first corner. */
function formatOf(dark: Modules): number {
  const across = [0, 1, 2, 3, 4, 5, 7, 8].map((column) => dark[8]![column]!)
  const up = [7, 5, 4, 3, 2, 1, 0].map((row) => dark[row]![8]!)
  return [...across, ...up].reduce((all, bit) => 2 * all + Number(bit), 0)
}

const masks: readonly ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
]

/** Up and down in pairs of columns from the right, past what is no data. */
function dataBits(dark: Modules, version: number, mask: (typeof masks)[number]): number[] {
  const size = dark.length
  const bits: number[] = []
  let isUp = true
  for (let right = size - 1; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right--
    for (let n = 0; n < size; n++) {
      const row = isUp ? size - 1 - n : n
      for (const column of [right, right - 1]) {
        if (isFixed(row, column, version)) continue
        bits.push(Number(dark[row]![column]! !== mask(row, column)))
      }
    }
  }
  return bits
}

function isFixed(row: number, column: number, version: number): boolean {
  const last = 4 * version + 16
  if (row === 6 || column === 6) return true
  if (row < 9 && (column < 9 || column > last - 8)) return true
  if (column < 9 && row > last - 8) return true
  if (version >= 7 && ((row < 6 && column > last - 11) || (column < 6 && row > last - 11))) {
    return true
  }
  if (version === 1) return false
  const places = version < 7 ? [6, last - 6] : [6, (last - 12) / 2 + 6, last - 6]
  const isNear = (one: number, place: number) => Math.abs(one - place) <= 2
  const isCorner = (a: number, b: number) =>
    (a === 6 && b !== last - 6 && b === 6) ||
    (a === 6 && b === last - 6) ||
    (b === 6 && a === last - 6)
  return places.some((a) =>
    places.some((b) => !isCorner(a, b) && isNear(row, a) && isNear(column, b)),
  )
}

/** One of each block after the other. */
function gathered(words: readonly number[], version: number): number[] {
  const [whole, count] = [data[version - 1]!, blocks[version - 1]!]
  const [short, longer] = [Math.floor(whole / count), whole % count]
  const found: number[][] = Array.from({ length: count }, () => [])
  let at = 0
  for (let n = 0; n <= short; n++) {
    for (let block = 0; block < count; block++) {
      if (n < short || block >= count - longer) found[block]!.push(words[at++]!)
    }
  }
  return found.flat()
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

function segments(words: readonly number[], version: number): string {
  const bits = words.map((word) => word.toString(2).padStart(8, '0')).join('')
  let at = 0
  const take = (count: number) => Number.parseInt(bits.slice(at, (at += count)), 2)
  const bytes: number[] = []
  const say = (text: string) => void bytes.push(...Buffer.from(text))
  const lengths = version < 10 ? { 1: 10, 2: 9, 4: 8 } : { 1: 12, 2: 11, 4: 16 }
  while (bits.length - at >= 4) {
    const mode = take(4)
    if (mode === 0) break
    if (mode !== 1 && mode !== 2 && mode !== 4) throw new Error(`The mode ${mode} is none`)
    let left = take(lengths[mode])
    while (left > 0) {
      if (mode === 4) bytes.push(take(8))
      if (mode === 1)
        say(`${take([0, 4, 7, 10][Math.min(left, 3)]!)}`.padStart(Math.min(left, 3), '0'))
      if (mode === 2 && left === 1) say(letters[take(6)]!)
      else if (mode === 2) {
        const pair = take(11)
        say(letters[Math.floor(pair / 45)]! + letters[pair % 45]!)
      }
      left -= mode === 4 ? 1 : mode === 1 ? 3 : 2
    }
  }
  return Buffer.from(bytes).toString('utf8')
}
