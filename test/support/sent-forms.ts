import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Answered, World } from './world.ts'

export const mb = 1024 * 1024

/** The beginning of a form, up to the bytes of its file. */
export const formHead = (filename: string, fields: Record<string, string> = {}, field = 'file') =>
  Object.entries(fields)
    .map(
      ([name, value]) =>
        `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('') +
  `--x\r\nContent-Disposition: form-data; name="${field}"; filename="${filename}"\r\n` +
  'Content-Type: application/octet-stream\r\n\r\n'
export const formTail = '\r\n--x--\r\n'
export const formType = { 'content-type': 'multipart/form-data; boundary=x' }

type Piece = string | Uint8Array
export type Pieces = Iterable<Piece> | AsyncIterable<Piece>
export interface Sending {
  method?: string
  filename?: string
  headers?: Record<string, string>
  fields?: Record<string, string>
  field?: string
  end?: string
}

/** A form whose file is made while it is sent: the fetch of Node itself holds all that it has sent. */
export async function sentForm(
  url: string,
  token: string,
  pieces: Pieces,
  { method = 'POST', filename = 'a.pdf', headers, fields, field, end = formTail }: Sending = {},
) {
  async function* body() {
    yield Buffer.from(formHead(filename, fields, field))
    for await (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece
    yield Buffer.from(end)
  }
  const asked = request(url, {
    method,
    headers: { authorization: `Bearer ${token}`, ...formType, ...headers },
  }).on('error', () => undefined)
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>
  void pipeline(Readable.from(body()), asked).catch(() => undefined)
  const [response] = await answered
  const answer = JSON.parse(await text(response)) as Answered['body']
  // Whoever is refused may not be through.
  asked.destroy()
  return { status: response.statusCode, body: answer }
}

/** In the database, documents that wait for their place, and pieces without any document. */
export async function leftOver({ owner }: World) {
  const [row] = await owner(`select
    (select count(*)::int from document_file where brought_at is not null) as waiting,
    (select count(*)::int from document_piece
      where key not in (select key from document_file)) as lost`)
  return row
}
export const nothing = { waiting: 0, lost: 0 }

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** What this process holds, in its heap and beside it, and could not let go. */
export function memoryHeld(): number {
  collect()
  const { external, heapUsed } = process.memoryUsage()
  return external + heapUsed
}
