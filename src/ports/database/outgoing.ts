/* PostgreSQL's messages of the extended protocol, written one after the other into one buffer. */

let buffer = Buffer.allocUnsafe(64 * 1024)
let end = 0

function reserve(bytes: number): void {
  if (end + bytes <= buffer.length) return
  const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, end + bytes))
  buffer.copy(larger, 0, 0, end)
  buffer = larger
}

const codes = { parse: 80, close: 67, describe: 68, bind: 66, execute: 69, sync: 83 }
const ofStatement = 83
/** Of UTF-8, for each unit of a JavaScript string. */
const bytesMax = 3

function begin(code: number): number {
  reserve(16)
  buffer[end] = code
  end += 5
  return end - 4
}

/** Its length counts itself, and not its code. */
function finish(lengthAt: number): void {
  buffer.writeUInt32BE(end - lengthAt, lengthAt)
}

function addText(text: string): void {
  reserve(text.length * bytesMax + 1)
  end += buffer.write(text, end)
  buffer[end++] = 0
}

function addInt16(value: number): void {
  reserve(2)
  end = buffer.writeUInt16BE(value, end)
}

function addValue(value: string | null): void {
  if (value === null) {
    reserve(4)
    end = buffer.writeInt32BE(-1, end)
    return
  }
  reserve(4 + value.length * bytesMax)
  const written = buffer.write(value, end + 4)
  buffer.writeInt32BE(written, end)
  end += 4 + written
}

export const outgoing = {
  parse(name: string, text: string): void {
    const start = begin(codes.parse)
    addText(name)
    addText(text)
    addInt16(0)
    finish(start)
  },

  /** Forgets a statement; it is no error if there is none of that name. */
  close(name: string): void {
    const start = begin(codes.close)
    buffer[end++] = ofStatement
    addText(name)
    finish(start)
  },

  /** Asks for the types of its parameters and of its result. */
  describe(name: string): void {
    const start = begin(codes.describe)
    buffer[end++] = ofStatement
    addText(name)
    finish(start)
  },

  /** Every value goes and comes as text. */
  bindAndExecute(name: string, values: readonly (string | null)[]): void {
    const start = begin(codes.bind)
    addText('')
    addText(name)
    addInt16(0)
    addInt16(values.length)
    for (const value of values) addValue(value)
    addInt16(0)
    finish(start)
    const execution = begin(codes.execute)
    addText('')
    reserve(4)
    end = buffer.writeInt32BE(0, end)
    finish(execution)
  },

  /** The whole so far, as bytes of its own; what is written next begins anew. */
  synced(): Buffer {
    finish(begin(codes.sync))
    const whole = Buffer.from(buffer.subarray(0, end))
    end = 0
    return whole
  },

  /** What was written so far is not to be sent. */
  drop(): void {
    end = 0
  },
}
