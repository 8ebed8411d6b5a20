/** A short text that a regular expression accepts, or undefined where none was found. */
export function textFor(
  pattern: string,
  fits: (text: string) => boolean = () => true,
): string | undefined {
  const whole = new RegExp(pattern, 'u')
  for (const varied of [false, true]) {
    for (const length of repeats) {
      const text = new Sampler(pattern, { length, varied, chosen: 0 }).text()
      if (whole.test(text) && fits(text)) return text
    }
  }
  return undefined
}

/** How often what may be repeated is repeated, tried in this order. */
const repeats = [0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 26, 32, 36, 40, 64]

const classes: Readonly<Record<string, string>> = {
  d: '0',
  w: 'a',
  s: ' ',
  D: 'A',
  W: '-',
  S: 'A',
  n: '\n',
  t: '\t',
}

interface Choice {
  length: number
  /** Whether a class of characters gives another one each time, or always its first. */
  varied: boolean
  chosen: number
}

/** Reads an expression once, from left to right, and writes the first thing it allows. */
class Sampler {
  readonly #source: string
  readonly #choice: Choice
  #at = 0

  constructor(source: string, choice: Choice) {
    this.#source = source
    this.#choice = choice
  }

  text(): string {
    let first: string | undefined
    do {
      const branch = this.#branch()
      first ??= branch
    } while (this.#take('|'))
    return first
  }

  #branch(): string {
    let text = ''
    while (this.#at < this.#source.length && !/[|)]/.test(this.#peek())) {
      const start = this.#at
      let atom = this.#atom()
      const end = this.#at
      const times = this.#times()
      for (let n = 1; n < times; n++) atom += this.#again(start, end)
      if (times > 0) text += atom
    }
    return text
  }

  #again(start: number, end: number): string {
    return new Sampler(this.#source.slice(start, end), this.#choice).text()
  }

  #atom(): string {
    const char = this.#next()
    if (char === '^' || char === '$') return ''
    if (char === '.') return 'a'
    if (char === '[') return this.#class()
    if (char === '\\') return this.#escaped()
    return char === '(' ? this.#group() : char
  }

  #group(): string {
    const lookaround = /^\?<?[=!]/.test(this.#source.slice(this.#at, this.#at + 3))
    const opening = /^\?(?:[:=!]|<[=!]|<\w+>)/.exec(this.#source.slice(this.#at))?.[0] ?? ''
    this.#at += opening.length
    const text = this.text()
    this.#take(')')
    return lookaround ? '' : text
  }

  #escaped(): string {
    const char = this.#next()
    if (char === 'b' || char === 'B') return ''
    if (char === 'u' || char === 'x') {
      const digits = this.#matched(char === 'u' ? /^[0-9a-f]{4}/i : /^[0-9a-f]{2}/i)
      return String.fromCodePoint(Number.parseInt(digits, 16))
    }
    if (char === 'p' || char === 'P') {
      const property = this.#matched(/^\{[^}]*\}/)
      return /N/.test(property) ? '1' : 'a'
    }
    return classes[char] ?? char
  }

  #class(): string {
    const negated = this.#take('^')
    const start = this.#at
    const members: string[] = []
    while (this.#at < this.#source.length && this.#peek() !== ']') {
      const char = this.#next()
      const isRange = char === '-' && members.length > 0 && this.#peek() !== ']'
      if (!isRange) members.push(char === '\\' ? this.#escaped() : char)
    }
    const source = this.#source.slice(start, this.#at)
    this.#take(']')
    const turn = this.#choice.varied ? this.#choice.chosen++ % members.length : 0
    if (!negated) return members[turn] ?? ''
    const allowed = new RegExp(`[^${source}]`, 'u')
    return ['a', 'A', '0', '-', ' ', '.'].find((char) => allowed.test(char)) ?? 'a'
  }

  #times(): number {
    const found = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})/.exec(this.#source.slice(this.#at))
    if (found === null) return 1
    this.#at += found[0].length
    this.#take('?')
    const [sign, min, comma, max] = found
    const bounds: readonly [number, number] =
      sign === '?' ? [0, 1] : sign === '*' ? [0, 64] : sign === '+' ? [1, 64] : [Number(min), 64]
    const [low, high] = bounds
    if (min === undefined) return Math.min(high, Math.max(low, this.#choice.length))
    const most = comma === undefined ? low : max ? Number(max) : high
    return Math.min(most, Math.max(low, this.#choice.length))
  }

  #matched(shape: RegExp): string {
    const found = shape.exec(this.#source.slice(this.#at))?.[0] ?? ''
    this.#at += found.length
    return found
  }

  #peek(): string {
    return this.#source[this.#at] ?? ''
  }

  #next(): string {
    return this.#source[this.#at++] ?? ''
  }

  #take(char: string): boolean {
    if (this.#peek() !== char) return false
    this.#at++
    return true
  }
}
