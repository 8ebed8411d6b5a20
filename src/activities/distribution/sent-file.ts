import { z } from 'zod'
import { fileBytesMax, fileTypes } from '../../domain/distribution/file-kind.ts'
import { filled } from '../../kernel/read/fields.ts'
import type { Arrived } from '../../ports/documents/arrived.ts'

/** `%PDF-1.4`, a line: enough to be one for an example. */
const examplePdf = 'JVBERi0xLjQK'

/** A pattern over so much text would exhaust the stack of the one who matches it. */
function isBase64(text: string): boolean {
  const padding = text.endsWith('==') ? 2 : Number(text.endsWith('='))
  const expected = (text.length / 4) * 3 - padding
  return text.length % 4 === 0 && Buffer.from(text, 'base64').byteLength === expected
}

const content = z
  .stringFormat('base64', isBase64)
  .min(4)
  .max(Math.ceil(fileBytesMax / 3) * 4)
  .meta({ example: examplePdf })

/** A file as it is sent inside of JSON. */
export const sentFile = z.strictObject({
  filename: filled(150).meta({ example: 'delivery note.pdf' }),
  /** Found by the bytes where it is left out. */
  mimeType: z.enum(fileTypes).optional(),
  content,
})
export interface SentFile extends z.output<typeof sentFile> {
  /**
   * Its bytes, which the request brought to the store before it had a connection, and what was seen
   * of them. `content` is then only how they begin.
   */
  brought?: Arrived
}
