import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { freePort } from '../../src/embedded/ports.ts'
import { readEnvironment } from '../../src/environment.ts'
import { fileBytesMax } from '../../src/domain/distribution/file-kind.ts'
import { startApi } from '../../src/run/api.ts'
import { databaseStore } from '../../src/ports/documents/database-store.ts'
import { asFile, brokenPixels, goodPng } from '../support/pictures.ts'
import {
  formHead,
  formTail,
  leftOver,
  mb,
  memoryHeld,
  nothing,
  sentForm,
  type Pieces,
  type Sending,
} from '../support/sent-forms.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { tenantIn, worldWithTenant, type TestTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const store = databaseStore(at.installed.runUrl)
Object.assign(at.runtime, { documents: store })
const api = await startApi(
  readEnvironment({}),
  at.runtime,
  { needed: {}, helpful: {} },
  await freePort(),
  async () => undefined,
  { requestMs: 100_000 },
)
afterAll(async () => {
  await api.stop()
  await store.close?.()
})
const clientId = await clientIn(tenant)
const invoiceId = await createdInvoice(tenant, clientId)
const toClient = '/documents/attachments/client'

const send = (path: string, pieces: Pieces, sending?: Sending, by: TestTenant = tenant) =>
  sentForm(`${api.url}${path}`, by.api.token, pieces, sending)
const attach = (pieces: Pieces, sending: Sending = {}) =>
  send(toClient, pieces, { fields: { clientId }, ...sending })

async function noteOn(of: TestTenant = tenant, on = invoiceId): Promise<string> {
  const note = { targetType: 'INVOICE', targetId: on, text: 'See the file' }
  return (await of.api.post('/notes', note)).body.id
}

const begins = '%PDF-1.4\n'
/** As large as a file may be; told when all but the last of it is on its way. */
async function* atTheBound(most = Promise.resolve(), told: () => void = () => undefined) {
  const piece = Buffer.alloc(mb, 0x20)
  yield begins
  for (let n = 0; n < 24; n++) yield piece
  told()
  await most
  yield Buffer.alloc(mb - begins.length, 0x20)
}
const wholeHash = createHash('sha256')
for await (const piece of atTheBound()) wholeHash.update(piece)
const sha256 = wholeHash.digest('hex')

/** How many documents, with all that waits, the store has. */
const stored = async () =>
  (await at.owner('select count(*)::int as n from document_file'))[0]?.['n']

/** How many bytes wait there for their place. */
const waiting = async () => {
  const [row] = await at.owner(`select coalesce(sum(octet_length(f.bytes) + coalesce((select
      sum(octet_length(p.bytes)) from document_piece p where p.key = f.key), 0)), 0)::float as n
    from document_file f where f.brought_at is not null`)
  return Number(row?.['n'])
}

describe('files of forms', () => {
  test('take no memory on their way, however large and many they are', async () => {
    const senders = [tenant, ...(await Promise.all(['B', 'C', 'D'].map((n) => tenantIn(at, n))))]
    const notes: [TestTenant, string][] = []
    for (const of of senders) {
      const on = of === tenant ? invoiceId : await createdInvoice(of, await clientIn(of))
      for (let n = 0; n < 4; n++) notes.push([of, await noteOn(of, on)])
    }
    let go: () => void = () => undefined
    const letGo = new Promise<void>((resolve) => (go = resolve))
    const before = memoryHeld()
    const underWay: Promise<void>[] = []
    const answers = notes.map(([of, id]) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      underWay.push(promise)
      const sending = { method: 'PUT', fields: { filename: 'large.pdf' } }
      return send(`/notes/${id}/attach-file`, atTheBound(letGo, resolve), sending, of)
    })
    await Promise.all(underWay)
    // All but the last of 400 MiB is in the store, and a piece or two of each here.
    await expect.poll(waiting, { timeout: 60_000 }).toBeGreaterThan(notes.length * 22 * mb)
    await expect.poll(() => memoryHeld() - before).toBeLessThan(32 * mb)
    go()
    for (const { status, body } of await Promise.all(answers)) {
      expect([status, body.files?.[0]]).toMatchObject([200, { size: fileBytesMax, sha256 }])
    }
    expect(await leftOver(at)).toEqual(nothing)
  }, 120_000)

  test('that are pictures are whole where they are decoded alone', async () => {
    const raw = { width: 2200, height: 2200, channels: 3 } as const
    const photo = await sharp(randomBytes(2200 * 2200 * 3), { raw })
      .png({ compressionLevel: 0 })
      .toBuffer()
    expect(photo.byteLength).toBeGreaterThan(13 * mb)
    const { documents } = at.runtime
    let held = 0
    let written = 0
    /** What it is made into is on its way to the store when it is looked at. */
    async function* looked(bytes: AsyncIterable<Uint8Array>) {
      for await (const piece of bytes) {
        const isThere = written < 9 * mb && (written += piece.byteLength) >= 9 * mb
        if (isThere && ++turns === 2) {
          await expect.poll(() => (held = memoryHeld() - before)).toBeLessThan(8 * mb)
        }
        yield piece
      }
      written = 0
    }
    let turns = 0
    const before = memoryHeld()
    const bring = (bytes: Uint8Array | AsyncIterable<Uint8Array>) =>
      store.bring(bytes instanceof Uint8Array ? bytes : looked(bytes))
    Object.assign(at.runtime, { documents: { ...documents, bring } })
    const { status, body } = await attach([photo], { filename: 'photo.png' })
    Object.assign(at.runtime, { documents })
    expect([status, body.mimeType, turns]).toEqual([201, 'image/png', 2])
    expect(body.size).toBeGreaterThan(13 * mb)
    expect(held).not.toBe(0)
    expect(await leftOver(at)).toEqual(nothing)
  }, 120_000)
})

describe('pictures and other files of forms', () => {
  test('become ours as those inside of JSON do, under the same key too', async () => {
    const headers = { 'idempotency-key': 'a-picture' }
    const first = await attach([goodPng()], { filename: 'logo.png', headers })
    expect([first.status, first.body.mimeType]).toEqual([201, 'image/png'])
    const { content } = asFile(goodPng())
    const json = { clientId, filename: 'logo.png', content }
    expect((await tenant.api.post(toClient, json, headers)).body).toEqual(first.body)
    const other = await attach([goodPng(9, 9)], { filename: 'logo.png', headers })
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    const same = await tenant.api.post(toClient, json)
    expect([same.body.sha256, same.body.size]).toEqual([first.body.sha256, first.body.size])
    expect(await leftOver(at)).toEqual(nothing)
  })

  test('under a key are one on a note and several with an owner', async () => {
    const path = `/notes/${await noteOn()}/attach-file`
    const headers = { 'idempotency-key': 'a-note' }
    const put = (bytes: string) => send(path, [bytes], { method: 'PUT', headers })
    const first = await put(`${begins}one`)
    expect(first.body.files).toHaveLength(1)
    expect((await put(`${begins}one`)).body).toEqual(first.body)
    // It begins alike for longer than is looked at.
    const long = begins + ' '.repeat(mb)
    const second = { 'idempotency-key': 'several' }
    const fields = { ownerType: 'CLIENT', ownerId: clientId }
    const several = { fields, field: 'files', filename: 'a.pdf', headers: second }
    const both = (end: string) =>
      send('/documents/connected-files', [`${long}1`], {
        ...several,
        end: `\r\n${formHead('b.pdf', {}, 'files')}${long}${end}${formTail}`,
      })
    const two = await both('2')
    expect(two.body.documents.map(({ filename }: { filename: string }) => filename)).toEqual([
      'a.pdf',
      'b.pdf',
    ])
    expect((await both('2')).body).toEqual(two.body)
    expect((await both('3')).body.code).toBe('IDEMPOTENCY_KEY_REUSED')
    expect((await put(`${begins}two`)).body.code).toBe('IDEMPOTENCY_KEY_REUSED')
    expect(await leftOver(at)).toEqual(nothing)
  })
})

describe('nothing stays in the store', () => {
  test('of what is larger than may be, which is refused while it comes', async () => {
    const before = await stored()
    for (const path of [
      toClient,
      '/documents/connected-files',
      '/documents/brand/instance-provider',
    ]) {
      async function* endless() {
        yield begins
        for (let n = 0; n < 27; n++) yield ' '.repeat(mb)
        // More would come, had it not been answered by then.
        await new Promise(() => undefined)
      }
      const { status, body } = await send(path, endless())
      expect([status, body.code, body.detail]).toEqual([
        413,
        'BODY_TOO_LARGE',
        `At most ${fileBytesMax} bytes are accepted.`,
      ])
    }
    await expect.poll(() => leftOver(at)).toEqual(nothing)
    expect(await stored()).toBe(before)
  })

  test('of what breaks off', async () => {
    const before = await stored()
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1').on('error', () => undefined)
    await once(socket, 'connect')
    const length = { 'Content-Length': String(20 * mb) }
    const headers = Object.entries({
      Host: 'x',
      Authorization: `Bearer ${tenant.api.token}`,
      ...length,
    })
    socket.write(
      `POST ${toClient} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}` +
        `Content-Type: multipart/form-data; boundary=x\r\n\r\n${formHead('a.pdf', { clientId })}${begins}`,
    )
    for (let n = 0; n < 8; n++) socket.write(' '.repeat(mb))
    await expect.poll(waiting, { timeout: 15_000 }).toBeGreaterThan(5 * mb)
    socket.destroy()
    await expect.poll(() => leftOver(at), { timeout: 15_000 }).toEqual(nothing)
    expect(await stored()).toBe(before)
  })

  const lost = 'I06D7ZCEWYHZ8N17900DG7H8PR4'
  const owner = { ownerType: 'INVOICE', ownerId: invoiceId }
  const second = (bytes: string) => `\r\n${formHead('b.pdf', {}, 'files')}${bytes}${formTail}`
  test.each<[string, number, string, Pieces, Sending]>([
    [
      'whose owner is not there',
      404,
      '/documents/attachments/invoice',
      [begins],
      { fields: { invoiceId: lost } },
    ],
    ['with a field too many', 400, toClient, [begins], { fields: { clientId, colour: 'red' } }],
    ['that is not what it says', 400, toClient, ['a\u0001'], { fields: { clientId } }],
    ['that is empty', 400, toClient, [''], { fields: { clientId } }],
    [
      'that cannot be decoded',
      422,
      toClient,
      [brokenPixels()],
      { filename: 'a.png', fields: { clientId } },
    ],
    [
      'of two, of which one is kept by then',
      400,
      '/documents/connected-files',
      [begins],
      { field: 'files', fields: owner, end: second('b\u0001') },
    ],
    ['of two in one field', 400, toClient, [begins], { fields: { clientId }, end: second(begins) }],
    [
      'cut off in the second',
      400,
      '/documents/connected-files',
      [begins],
      { field: 'files', fields: owner, end: `\r\n${formHead('b.pdf', {}, 'files')}${begins}` },
    ],
  ])('of one %s', async (_, expected, path, pieces, sending) => {
    const before = await stored()
    for (const headers of [{}, { 'idempotency-key': `refused ${_}`.replaceAll(' ', '-') }]) {
      const { status, body } = await send(path, pieces, { ...sending, headers })
      expect([status, body.status], JSON.stringify(body)).toEqual([expected, expected])
    }
    expect(await leftOver(at)).toEqual(nothing)
    expect(await stored()).toBe(before)
  })
})

describe('a file that is read', () => {
  const path = async () =>
    `/documents/${(await attach(atTheBound(), { filename: 'stor å.pdf' })).body.id}/file`
  const read = async (from: string): Promise<IncomingMessage> => {
    const headers = { authorization: `Bearer ${tenant.api.token}` }
    const [response] = await once(get(`${api.url}${from}`, { headers }), 'response')
    return response as IncomingMessage
  }

  test('comes from the store no faster than it is taken, whole and as it was sent', async () => {
    const from = await path()
    const before = memoryHeld()
    const responses = await Promise.all(Array.from({ length: 4 }, () => read(from)))
    // All are under way, and nobody takes any of it.
    await expect.poll(() => memoryHeld() - before).toBeLessThan(12 * mb)
    for (const response of responses) {
      expect(response.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': String(fileBytesMax),
        'content-disposition': `attachment; filename="stor a.pdf"; filename*=UTF-8''stor%20%C3%A5.pdf`,
        etag: `"${sha256}"`,
      })
      const hash = createHash('sha256')
      for await (const piece of response) hash.update(piece as Uint8Array)
      expect(hash.digest('hex')).toBe(sha256)
    }
  }, 60_000)

  const keyOf = async (from: string) => {
    const id = from.split('/')[2]
    const [row] = await at.owner('select storage_key from document where id = $1', [id])
    return String(row?.['storage_key'])
  }

  test('is given to nobody where it is another, nor to its end where it becomes one', async () => {
    const from = await path()
    const key = await keyOf(from)
    const response = await read(from)
    expect(response.statusCode).toBe(200)
    await store.put(key, Buffer.alloc(fileBytesMax, 0x20))
    let got = 0
    const taken = (async () => {
      for await (const piece of response) got += (piece as Uint8Array).byteLength
    })()
    await expect(taken).rejects.toThrow('aborted')
    expect(got).toBeLessThan(fileBytesMax)
    const changed = await tenant.api.get(from)
    expect([changed.status, changed.body.code]).toEqual([409, 'DOCUMENT_FILE_DIFFERS'])
    await store.delete(key)
    const gone = await tenant.api.get(from)
    expect([gone.status, gone.body.code]).toEqual([409, 'DOCUMENT_WITHOUT_FILE'])
  })
})
