import { poolOf } from '../database/connect.ts'
import { crashPoint } from '../process/crash-point.ts'
import {
  inPieces,
  newStorageKey,
  pieceBytes,
  refuseNoKey,
  type DocumentStore,
} from './documents.ts'

/** Nobody who waits for one of these holds up somebody who needs none. */
const connections = 3
const writeTimeoutMs = 30_000

/**
 * Documents in the database, where every process reaches them and every copy of it has them. They
 * have connections of their own: whoever keeps one may hold one of the others.
 */
export function databaseStore(url: string): DocumentStore {
  const pool = poolOf({
    connectionString: url,
    max: connections,
    application_name: 'receivables documents',
    idleTimeoutMillis: 10_000,
    statement_timeout: writeTimeoutMs,
    allowExitOnIdle: true,
  })
  const ask: Ask = async (text, values) => {
    const { rows } = await pool.query<{ said: unknown }>(`select ${text} as said`, values)
    return rows[0]?.said
  }
  const bring = bringBy(ask)
  const get = async (key: string) => {
    const found = await ask('document_get($1)', [refuseNoKey(key)])
    return found === null ? undefined : (found as Uint8Array)
  }
  return {
    async put(key, bytes) {
      const put = ask('document_put($1, $2)', [refuseNoKey(key), bufferOf(bytes)])
      crashPoint('file-half-written', () => [key])
      await put
    },
    bring,
    get,
    pieces: (key) => piecesOf(ask, refuseNoKey(key), false),
    async delete(key) {
      await ask('document_delete($1)', [refuseNoKey(key)])
    },
    async sweep(before) {
      return Number(await ask('document_sweep($1)::int', [before]))
    },
    close: () => pool.end(),
  }
}

/** The driver takes a buffer as bytes, and anything else as a list of numbers. */
const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength)

type Ask = (text: string, values: unknown[]) => Promise<unknown>

function bringBy(ask: Ask): DocumentStore['bring'] {
  return async (bytes) => {
    const waits = newStorageKey()
    if (bytes instanceof Uint8Array) await ask('document_bring($1, $2)', [waits, bufferOf(bytes)])
    else await writeAll(ask, waits, bytes)
    return {
      keep: async (key, say) => {
        const rows = await say('select document_keep($1, $2) as said', [waits, refuseNoKey(key)])
        if ((rows as [{ said: unknown }])[0].said !== true) {
          throw new Error('a document was kept that does not wait')
        }
      },
      // What was kept has another key.
      drop: async () => void (await ask('document_delete($1)', [waits])),
      pieces: () => piecesOf(ask, waits, true),
    }
  }
}

/** What was put whole is one large piece, and read in parts of it. */
async function* piecesOf(ask: Ask, key: string, waits: boolean): AsyncGenerator<Uint8Array, void> {
  for (let number = 0, at = 0; ;) {
    const part = await ask('document_part($1, $2, $3, $4, $5)', [
      key,
      waits,
      number,
      at,
      pieceBytes,
    ])
    if (part == null) return
    const bytes = part as Uint8Array
    if (bytes.byteLength > 0 || at === 0) yield bytes
    const isAll = number > 0 || bytes.byteLength < pieceBytes
    at = isAll ? 0 : at + pieceBytes
    if (isAll) number++
  }
}

async function writeAll(ask: Ask, waits: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  let number = 0
  try {
    for await (const piece of inPieces(bytes)) {
      if (number++ === 0) await ask('document_bring($1, $2)', [waits, piece])
      else if ((await ask('document_append($1, $2, $3)', [waits, number - 1, piece])) !== true) {
        throw new Error('a document was swept up while it came')
      }
    }
  } catch (error) {
    await ask('document_delete($1)', [waits])
    throw error
  }
}
