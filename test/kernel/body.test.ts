import { describe, expect, test } from 'vitest'
import { isStorable, readBytes, readJson } from '../../src/kernel/http/body.ts'
import { escapePointer } from '../../src/kernel/read/faults.ts'
import { Refusal } from '../../src/domain/refusal.ts'

const limits = { bytes: 1000 }

type Sent = string | Uint8Array | ReadableStream | null

function request(body: Sent, headers: Record<string, string> = {}): Request {
  return new Request('http://test/', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
    duplex: 'half',
  } as RequestInit)
}

const read = (body: Sent, headers?: Record<string, string>) =>
  readJson(request(body, headers), limits)

async function refusal(work: Promise<unknown>): Promise<Refusal> {
  const error: unknown = await work.then(
    (value) => value,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(Refusal)
  return error as Refusal
}

describe('a body', () => {
  test.each([
    ['{"a":[1,"x",null,true,{"b":0.5}]}', { a: [1, 'x', null, true, { b: 0.5 }] }],
    ['"text"', 'text'],
    [' \n{} ', {}],
    ['{"a":"漢😀\u202e"}', { a: '漢😀\u202e' }],
    ['{"a":"[[[{{{"}', { a: '[[[{{{' }],
    ['{"a":"\\"[{"}', { a: '"[{' }],
  ])('%s is read as it is', async (text, value) => {
    expect(await read(text)).toEqual(value)
  })

  test('that is not there is nothing, whatever its type', async () => {
    expect(await read(null)).toBeUndefined()
    expect(await read('', { 'content-type': 'text/plain' })).toBeUndefined()
  })

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/problem+json',
    'application/merge-patch+json;x=y',
  ])('may be of the type %s', async (type) => {
    expect(await read('{}', { 'content-type': type })).toEqual({})
  })

  test.each(['text/json', 'application/jsonp', 'application/xml', 'multipart/form-data', 'json'])(
    'may not be of the type %s',
    async (type) => {
      expect((await refusal(read('{}', { 'content-type': type }))).status).toBe(415)
    },
  )

  test('is not unpacked', async () => {
    const { code } = await refusal(read('{}', { 'content-encoding': 'br' }))
    expect(code).toBe('UNSUPPORTED_MEDIA_TYPE')
    expect(await read('{}', { 'content-encoding': 'identity' })).toEqual({})
  })

  test.each(['{', '{"a":}', '01', 'undefined', "{'a':1}", '{"a":1,}', '// no\n{}', 'Infinity'])(
    'that is %s is none',
    async (text) => {
      const { code, facts } = await refusal(read(text))
      expect(code).toBe('MALFORMED_BODY')
      // What was sent is not given back: it may be a secret.
      expect(facts.detail).not.toContain('"a"')
    },
  )

  test.each([
    [Uint8Array.of(0x22, 0xff, 0x22)],
    [Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22)],
    [Uint8Array.of(0x22, 0xc0, 0x80, 0x22)],
    [Uint8Array.of(0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00)],
  ])('of the bytes %j is not UTF-8', async (bytes) => {
    expect((await refusal(read(bytes))).facts.detail).toContain('UTF-8')
  })

  test.each([
    ['{"a":{"b":["x","\\u0000"]}}', '/a/b/1'],
    ['{"a/b~c":"\\ud800"}', '/a~1b~0c'],
    ['{"a\\u0000":1}', '/a\0'],
    ['"\\udc00x"', ''],
  ])('%s holds what cannot be stored, at %j', async (text, pointer) => {
    const { code, facts } = await refusal(read(text))
    expect(code).toBe('VALIDATION_FAILED')
    expect(facts.errors).toMatchObject([{ pointer, code: 'UNSTORABLE_TEXT' }])
  })

  test('is thirty-two levels deep at most', async () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
    await read(nested(32))
    expect((await refusal(read(nested(33)))).code).toBe('MALFORMED_BODY')
    const mixed = `${'{"a":['.repeat(17)}1${']}'.repeat(17)}`
    expect((await refusal(read(mixed))).code).toBe('MALFORMED_BODY')
  })

  test('has a hundred thousand values at most', async () => {
    const many = `[${'0,'.repeat(100_000)}0]`
    const large = { bytes: 1_000_000 }
    expect((await refusal(readJson(request(many), large))).facts.detail).toContain('100000')
    const [few] = [(await readJson(request(`[${'0,'.repeat(99_000)}0]`), large)) as unknown[]]
    expect(few.length).toBe(99_001)
  })
})

describe('the limit of a body', () => {
  test('is met by what is announced, before a byte is read', async () => {
    let read = false
    const stream = new ReadableStream({ pull: () => void (read = true) }, { highWaterMark: 0 })
    const large = request(stream, { 'content-length': '1001' })
    expect((await refusal(readBytes(large, limits))).code).toBe('BODY_TOO_LARGE')
    expect(read).toBe(false)
  })

  test('is met by what comes, whatever was announced', async () => {
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(400).fill(48)),
    })
    expect((await refusal(readBytes(request(endless), limits))).status).toBe(413)
    const lying = request('0'.repeat(1001), { 'content-length': '2' })
    expect((await refusal(readBytes(lying, limits))).status).toBe(413)
  })

  test('is reached by a body of just that size', async () => {
    expect((await readBytes(request('0'.repeat(1000)), limits)).byteLength).toBe(1000)
  })

  test('does not mind in how many pieces it comes', async () => {
    const text = JSON.stringify({ a: '漢字'.repeat(20) })
    const bytes = new TextEncoder().encode(text)
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
    expect(await readJson(request(pieces), limits)).toEqual(JSON.parse(text))
  })
})

test.each([
  ['a/b', 'a~1b'],
  ['a~b', 'a~0b'],
  ['~1', '~01'],
  ['plain', 'plain'],
])('the name %s stands in a pointer as %s', (name, escaped) => {
  expect(escapePointer(name)).toBe(escaped)
})

test('text can be stored unless it holds NUL or half of a pair', () => {
  expect(['', 'a', '😀', '\u{10ffff}', '\n\t'].map(isStorable)).toEqual(Array(5).fill(true))
  expect(['\0', 'a\0', '\ud800', 'x\udfff'].map(isStorable)).toEqual(Array(4).fill(false))
})
