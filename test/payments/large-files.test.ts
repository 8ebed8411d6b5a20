import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../src/embedded/ports.ts'
import { readEnvironment } from '../../src/environment.ts'
import { startApi } from '../../src/run/api.ts'
import { databaseStore } from '../../src/ports/documents/database-store.ts'
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
import { worldWithTenant } from '../support/world.ts'
import { camt, iban } from './files.ts'
import { bankOf } from './imported.ts'

const { at, tenant } = await worldWithTenant()
const store = databaseStore(at.installed.runUrl)
Object.assign(at.runtime, { documents: store })
const limit = 30 * mb
const serving = async (requestMs: number) =>
  startApi(
    readEnvironment({ RECEIVABLES_BANK_FILE_LIMIT: `${limit}` }),
    at.runtime,
    { needed: {}, helpful: {} },
    await freePort(),
    async () => undefined,
    { requestMs },
  )
const api = await serving(100_000)
afterAll(async () => {
  await api.stop()
  await store.close?.()
})
const account = { kind: 'IBAN', number: iban, currency: 'SEK' }
if ((await tenant.api.post('/payment-accounts', account)).status !== 201)
  throw new Error('no account')

const authorization = `Bearer ${tenant.api.token}`
const send = (pieces: Pieces, sending: Sending = {}) =>
  sentForm(`${api.url}/payment-files`, tenant.api.token, pieces, {
    filename: 'bank.xml',
    ...sending,
  })
const left = () => leftOver(at)

const [before, after] = camt({
  kind: '054',
  version: '08',
  entries: [[{ amount: '1.00', ref: 'R' }]],
}).split(/<Ntry>[^]*<\/Ntry>/) as [string, string]

/** A notification of so many entries, with as long a text each. */
function* notification(entries: number, id: string, padding = 60) {
  yield before
  for (let n = 0; n < entries; n++) {
    yield `<Ntry><Amt Ccy="SEK">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>${id}-${n}</AcctSvcrRef><NtryDtls><TxDtls><RmtInf>
<Ustrd>Åsa ${n} ${'ö'.repeat(padding)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n`
  }
  yield after
}

test('a file of more than 25 MiB is taken as it comes, and imported', async () => {
  const hash = createHash('sha256')
  let size = 0
  function* counted() {
    for (const piece of notification(4000, 'L', 3400)) {
      hash.update(piece)
      size += Buffer.byteLength(piece)
      yield piece
    }
  }
  const { status, body } = await send(counted())
  expect(size).toBeGreaterThan(26 * mb)
  expect([status, body.size, body.sha256]).toEqual([201, size, hash.digest('hex')])
  const bank = bankOf(at, tenant)
  expect((await tenant.api.put(`/payment-files/${body.id}/import`)).status).toBe(202)
  await bank.settled()
  expect(await bank.read(body.id)).toMatchObject({
    status: 'IMPORTED',
    format: 'CAMT054',
    entryCount: 4000,
    findingCount: 0,
  })
  expect(await left()).toEqual(nothing)
})

test('while it is on its way it takes no memory', async () => {
  const piece = ' '.repeat(mb)
  const first = memoryHeld()
  async function* large() {
    yield before
    for (let n = 0; n < 24; n++) {
      yield piece
      if (n === 20) await expect.poll(() => memoryHeld() - first).toBeLessThan(12 * mb)
    }
    yield after
  }
  const { status, body } = await send(large())
  expect([status, body.size > 24 * mb]).toEqual([201, true])
})

test('a list, and what is named beside it, come the same way', async () => {
  function* list() {
    yield 'account;bookDate;amount;currency;bankRef;payerName\r\n'
    for (let n = 0; n < 3000; n++) yield `${iban};2026-11-20;2.00;SEK;C-${n};Kund ${n} åäö AB\r\n`
  }
  const fields = { filename: 'från banken.csv' }
  const { status, body } = await send(list(), { filename: 'x', fields })
  expect([status, body.filename]).toEqual([201, 'från banken.csv'])
  await tenant.api.put(`/payment-files/${body.id}/import`)
  const bank = bankOf(at, tenant)
  await bank.settled()
  expect(await bank.read(body.id)).toMatchObject({ status: 'IMPORTED', entryCount: 3000 })
})

test('what is larger than may be is refused as soon as it is, and nothing of it stays', async () => {
  const announced = await fetch(`${api.url}/payment-files`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'multipart/form-data; boundary=x' },
    body: new Blob([new Uint8Array(limit + mb)]),
  })
  expect(announced.status).toBe(413)
  let sent = 0
  async function* endless() {
    for (;;) {
      sent++
      yield 'x'.repeat(mb)
    }
  }
  const { status, body } = await send(endless())
  expect([status, body.code]).toEqual([413, 'BODY_TOO_LARGE'])
  expect(body.detail).toBe(`At most ${limit} bytes are accepted.`)
  expect(sent).toBeLessThan(60)
  await expect.poll(left).toEqual(nothing)
})

test('a form that breaks off, is none or has two files leaves nothing', async () => {
  const countOf = async () =>
    (await tenant.api.post('/payment-files/search', { count: true, limit: 1 })).body.count
  const first = await countOf()
  const half = (id: string) => notification(200, id, 1500)
  const two = `\r\n${formHead('b.xml')}<a/>${formTail}`
  for (const [end, pieces] of [
    ['', half('B')],
    ['\r\n--y--\r\n', half('B')],
    [two, half('B')],
    [formTail, ['']],
    [formTail, ['\0 no text']],
    [`\r\n${formHead('').replace('"file"', '"__proto__"')}<a/>${formTail}`, half('B')],
  ] as const) {
    const { status, body } = await send(pieces, { end })
    expect([status, body.status], end).toEqual([400, 400])
  }
  expect(await left()).toEqual(nothing)
  expect(await countOf()).toBe(first)
})

test('nothing stays of what a connection breaks off from', async () => {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1').on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(
    `POST /payment-files HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n` +
      `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${20 * mb}\r\n\r\n${formHead('a.xml')}`,
  )
  for (let n = 0; n < 8; n++) socket.write(`<a>${' '.repeat(mb)}`)
  let answer = ''
  socket.on('data', (piece) => (answer += piece.toString()))
  const arrived = async () => {
    const [row] = await at.owner(`select count(*)::int as n from document_piece p
      join document_file f on f.key = p.key where f.brought_at is not null`)
    return row?.['n']
  }
  await expect.poll(arrived, { timeout: 15_000, message: answer }).toBeGreaterThan(10)
  expect(answer).toBe('')
  socket.destroy()
  await expect.poll(left, { timeout: 15_000 }).toEqual(nothing)
})

test('the same under a key is one, as a stream or not, and another is not', async () => {
  const whole = [...notification(5, 'K')].join('')
  const headers = { 'idempotency-key': 'one-file' }
  const first = await send([whole], { headers })
  expect(first.status).toBe(201)
  expect((await send([whole], { headers })).body).toEqual(first.body)
  const content = Buffer.from(whole).toString('base64')
  const json = { filename: 'bank.xml', content }
  expect((await tenant.api.post('/payment-files', json, headers)).body).toEqual(first.body)
  const other = await send([...notification(6, 'K')], { headers })
  expect(other.body.code).toBe('IDEMPOTENCY_KEY_REUSED')
  const refused = { 'idempotency-key': 'refused-file' }
  const known = await send([whole], { headers: refused })
  expect([known.status, known.body.code]).toEqual([409, 'ALREADY_EXISTS'])
  expect((await send([whole], { headers: refused })).body.code).toBe('ALREADY_EXISTS')
  expect(await left()).toEqual(nothing)
})

test('who may send none is told so before a byte of it is read', async () => {
  const nobody = await tenant.holding(['ReadPaymentFiles'])
  let pulled = 0
  const body = new ReadableStream<Uint8Array>(
    { pull: (to) => (pulled++, to.enqueue(new Uint8Array(mb))) },
    { highWaterMark: 0 },
  )
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const init = { headers, body, duplex: 'half' } as RequestInit
  const { status } = await nobody.send('POST', '/payment-files', init)
  expect([status, pulled]).toEqual([403, 0])
})

test('who sends a body too slowly is told so, whatever is in it', async () => {
  const hasty = await serving(500)
  const port = Number(new URL(hasty.url).port)
  for (const [path, type] of [
    ['payments', 'application/json'],
    ['payment-files', 'multipart/form-data; boundary=x'],
  ]) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    await once(socket, 'connect')
    let answer = ''
    socket.on('data', (piece) => (answer += piece.toString()))
    socket.write(
      `POST /${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n` +
        `Content-Type: ${type}\r\nContent-Length: 1000\r\n\r\n${formHead('a.xml')}`,
    )
    await once(socket, 'close')
    expect(answer).toContain('HTTP/1.1 408')
    expect(answer).toContain('"code":"REQUEST_TOO_SLOW"')
  }
  await hasty.stop()
  await expect.poll(left).toEqual(nothing)
})
