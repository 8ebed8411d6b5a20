import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApplicationFailure } from '@temporalio/common'
import { expect, test } from 'vitest'
import { failureOf } from '../../src/activities/failure-of.ts'
import { isOfAwayPart } from '../../src/domain/passing.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { freePort } from '../../src/embedded/ports.ts'
import { markOfShelf, newStorageKey } from '../../src/ports/documents/documents.ts'
import { folderStore } from '../../src/ports/documents/folder-store.ts'
import { poolOf } from '../../src/ports/database/connect.ts'
import { smtp } from '../../src/ports/mail/smtp.ts'
import { mailServer } from '../support/mail-server.ts'

/** What a workflow is told of a failure: whether it is tried again, and under which code. */
async function toldOf(work: () => Promise<unknown>): Promise<{ again: boolean; code: unknown }> {
  const error = await work().then(
    () => new Error('it did not fail'),
    (thrown: unknown) => failureOf(thrown),
  )
  if (!(error instanceof ApplicationFailure)) return { again: true, code: undefined }
  return { again: error.nonRetryable !== true, code: error.type }
}

const away = { again: true, code: 'UNAVAILABLE' }
const letter = { to: 'alva@example.com', subject: 'A', text: 'A', messageId: 'a' }

test('a full disk passes', async () => {
  expect(await toldOf(() => writeFile('/dev/full', 'x'))).toEqual(away)
})

test('a mail server that refuses connections passes; one that refuses the letter stays', async () => {
  const nowhere = smtp(`smtp://127.0.0.1:${await freePort()}`, 'us@example.com')
  expect(await toldOf(() => nowhere.send(letter))).toEqual(away)
  const server = await mailServer()
  const mail = smtp(server.url, 'us@example.com')
  server.answers.from = '535 log in first'
  expect((await toldOf(() => mail.send(letter))).again).toBe(true)
  server.answers = {}
  server.answers.to = '550 nobody has that address'
  expect(await toldOf(() => mail.send(letter))).not.toEqual(away)
  await server.close()
})

test('a database that refuses connections passes', async () => {
  const pool = poolOf({ connectionString: `postgres://me@127.0.0.1:${await freePort()}/x` })
  expect(await toldOf(() => pool.query('select 1'))).toEqual(away)
  await pool.end()
})

test.for(['57P03', '53300', '53100', '08006', '25006'])(
  'what the database says of itself passes: %s',
  async (code) => {
    const error = Object.assign(new Error('of the database'), { code })
    expect(await toldOf(() => Promise.reject(error))).toEqual(away)
  },
)

test('a statement that the database ended for its length is not taken for a database that is away', async () => {
  const error = Object.assign(new Error('canceling statement'), { code: '57014' })
  expect(await toldOf(() => Promise.reject(error))).toEqual({ again: true, code: 'TOOK_TOO_LONG' })
  expect(isOfAwayPart('TOOK_TOO_LONG')).toBe(false)
})

test('a rule that said no stays, and what is broken is not said to be away', async () => {
  const closed = new Refusal('PERIOD_LOCKED')
  expect(await toldOf(() => Promise.reject(closed))).toEqual({
    again: false,
    code: 'PERIOD_LOCKED',
  })
  expect(await toldOf(() => readFile('/nothing/of/the/kind'))).not.toEqual(away)
  expect(await toldOf(() => Promise.reject(new TypeError('x is undefined')))).not.toEqual(away)
})

test('a port that nobody listens at passes, whoever asked there', async () => {
  const port = await freePort()
  const refused = () =>
    new Promise((_, fail) => {
      connect(port, '127.0.0.1').once('error', fail)
    })
  expect(await toldOf(refused)).toEqual(away)
})

test('a folder of documents whose disk goes is away: nothing is missing, and nothing is written beside it', async () => {
  const place = await mkdtemp(join(tmpdir(), 'receivables-store-'))
  const folder = join(place, 'documents')
  const store = folderStore(folder)
  const key = newStorageKey()
  await store.put(key, Buffer.from('one'))
  await writeFile(join(folder, markOfShelf), 'this one')
  expect(await store.get(newStorageKey())).toBeUndefined()
  await rename(folder, `${folder}.away`)
  expect(await toldOf(() => store.get(key))).toEqual(away)
  expect(await toldOf(() => store.put(key, Buffer.from('two')))).toEqual(away)
  expect(await toldOf(() => store.bring(Buffer.from('two')))).toEqual(away)
  await rename(`${folder}.away`, folder)
  expect(String(await store.get(key))).toBe('one')
  await rm(place, { recursive: true })
})
