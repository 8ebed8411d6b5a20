import { poolOf } from '../database/connect.ts'
import { crashPoint } from '../process/crash-point.ts'
import { newStorageKey, refuseNoKey, type DocumentStore } from './documents.ts'

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
  const ask = async (text: string, values: unknown[]): Promise<unknown> => {
    const { rows } = await pool.query<{ said: unknown }>(`select ${text} as said`, values)
    return rows[0]?.said
  }
  const bring = async (bytes: Uint8Array) => {
    const waits = newStorageKey()
    let isKept = false
    await ask('document_bring($1, $2)', [waits, Buffer.from(bytes)])
    return {
      keep: async (key: string) => {
        if ((await ask('document_keep($1, $2)', [waits, refuseNoKey(key)])) !== true) {
          throw new Error('a document was kept that does not wait')
        }
        isKept = true
      },
      drop: async () => {
        if (!isKept) await ask('document_delete($1)', [waits])
      },
    }
  }
  const get = async (key: string) => {
    const found = await ask('document_get($1)', [refuseNoKey(key)])
    return found === null ? undefined : (found as Uint8Array)
  }
  return {
    async put(key, bytes) {
      const put = ask('document_put($1, $2)', [refuseNoKey(key), Buffer.from(bytes)])
      crashPoint('file-half-written', () => [key])
      await put
    },
    bring,
    get,
    async *pieces(key) {
      const found = await get(key)
      if (found !== undefined) yield found
    },
    async delete(key) {
      await ask('document_delete($1)', [refuseNoKey(key)])
    },
    async sweep(before) {
      return Number(await ask('document_sweep($1)::int', [before]))
    },
    close: () => pool.end(),
  }
}
