import { beforeAll, describe, expect, test } from 'vitest'
import sharp from 'sharp'
import { deflateSync } from 'node:zlib'
import {
  brokenPixels,
  chunk,
  claiming,
  dataOf,
  goodPng,
  headerOf,
  jpegOf,
  negativeChunk,
  pngOf,
  rowsOf,
  asFile,
} from '../support/pictures.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { tenantIn, worldWithTenant, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string

const here = worldWithTenant()
beforeAll(async () => {
  ;({ at, tenant } = await here)
  clientId = await clientIn(tenant)
})

const attach = (file: object) =>
  tenant.api.post('/documents/attachments/client', { clientId, ...file })

async function kept(file: object): Promise<Buffer> {
  const made = await attach(file)
  expect(made.status).toBe(201)
  const headers = { authorization: `Bearer ${tenant.api.token}` }
  const response = await at.app.request(`/documents/${made.body.id}/file`, { headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.byteLength).toBe(made.body.size)
  return bytes
}

const rowsKept = async () => (await at.owner('select count(*)::int as n from document'))[0]?.['n']

/** Every picture that no document can show, and what is said of it. */
const refused: readonly (readonly [what: string, type: string, bytes: Buffer, code: string])[] = [
  ['whose pixels are broken', 'image/png', brokenPixels(), 'PICTURE_BROKEN'],
  ['with a chunk of a negative size', 'image/png', negativeChunk(), 'PICTURE_BROKEN'],
  ['of 8000 by 8000', 'image/png', claiming(8000, 8000), 'PICTURE_TOO_LARGE'],
  ['that says it is as large as can be', 'image/png', claiming(2 ** 31 - 1, 3), 'PICTURE_BROKEN'],
  ['of no width', 'image/png', claiming(0, 5), 'PICTURE_BROKEN'],
  ['long and thin', 'image/png', claiming(1, 20_000), 'PICTURE_TOO_LARGE'],
  ['with fewer pixels than it says', 'image/png', claiming(3000, 3000), 'PICTURE_BROKEN'],
  ['that is its first bytes alone', 'image/png', goodPng().subarray(0, 8), 'PICTURE_BROKEN'],
  ['cut off in its pixels', 'image/png', goodPng(200, 200).subarray(0, 120), 'PICTURE_BROKEN'],
  ['without pixels', 'image/png', pngOf(headerOf({ width: 9, height: 9 })), 'PICTURE_BROKEN'],
  ['JPEG of 60000 by 60000', 'image/jpeg', jpegOf(60_000, 60_000), 'PICTURE_TOO_LARGE'],
  ['JPEG cut off', 'image/jpeg', jpegOf().subarray(0, 150), 'PICTURE_BROKEN'],
  ['JPEG of its first bytes', 'image/jpeg', jpegOf().subarray(0, 4), 'PICTURE_BROKEN'],
]

describe('a picture that cannot be decoded is refused as it comes', () => {
  test.each(refused)('%s', async (_, mimeType, bytes, code) => {
    const before = await rowsKept()
    const answer = await attach(asFile(bytes, mimeType))
    expect([answer.status, answer.body.code]).toEqual([422, 'FILE_UNREADABLE'])
    expect(answer.body.errors).toMatchObject([{ pointer: '/content', code }])
    expect(await rowsKept()).toBe(before)
  })

  test('wherever a file is taken, with a pointer to the one', async () => {
    const [good, bad] = [asFile(goodPng()), asFile(brokenPixels())]
    const owner = { ownerType: 'CLIENT', ownerId: clientId }
    const targetId = await createdInvoice(tenant, clientId)
    const on = { targetType: 'INVOICE', targetId, text: 'Here' }
    const note = await tenant.api.post('/notes', on)
    expect(note.status).toBe(201)
    const answers = [
      await tenant.api.post('/documents/connected-files', { ...owner, files: [good, bad] }),
      await tenant.api.post('/documents/brand/instance-provider', bad),
      await tenant.api.put(`/notes/${note.body.id}/attach-file`, bad),
    ]
    const pointers = answers.map(({ status, body }) => [status, body.errors?.[0]?.pointer])
    const alone = [422, '/content']
    expect(pointers).toEqual([[422, '/files/1/content'], alone, alone])
  })

  test('in the form of a browser too', async () => {
    const form = new FormData()
    form.append('clientId', clientId)
    form.append('file', new File([new Uint8Array(brokenPixels())], 'x.png', { type: 'image/png' }))
    const written = new Response(form)
    const response = await at.app.request('/documents/attachments/client', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tenant.api.token}`,
        'content-type': written.headers.get('content-type') ?? '',
      },
      body: await written.arrayBuffer(),
    })
    expect(response.status).toBe(422)
  })

  test('and again under the same key', async () => {
    const key = { 'idempotency-key': 'the-same-picture' }
    const body = { clientId, ...asFile(negativeChunk()) }
    const first = await tenant.api.post('/documents/attachments/client', body, key)
    const again = await tenant.api.post('/documents/attachments/client', body, key)
    expect([first.status, again.status]).toEqual([422, 422])
  })
})

describe('what is no picture is never decoded as one', () => {
  const gif = Buffer.from('GIF89a\xff\xff\xff\xff\x80\x00\x00', 'latin1')
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
  )
  const webp = Buffer.from('RIFF\x1a\0\0\0WEBPVP8L', 'latin1')
  const zip = Buffer.from('504b0304140000000800', 'hex')
  const tiff = Buffer.from('49492a00ffffffff', 'hex')

  test.each([
    ['GIF', gif],
    ['SVG', svg],
    ['WebP', webp],
    ['ZIP', zip],
    ['TIFF', tiff],
    ['PDF', Buffer.from('%PDF-1.4\n')],
  ])('%s that is called a PNG', async (_, bytes) => {
    const { status, body } = await attach(asFile(bytes))
    expect([status, body.errors[0].code]).toEqual([400, 'CONTENT_DIFFERS'])
  })

  test.each([
    ['GIF', gif],
    ['WebP', webp],
    ['ZIP', zip],
  ])('%s whose type is to be found', async (_, bytes) => {
    const { status, body } = await attach({ ...asFile(bytes), mimeType: undefined })
    expect([status, body.errors[0].code]).toEqual([400, 'TYPE_UNKNOWN'])
  })

  test('PNG that is called a JPEG, and the other way round', async () => {
    for (const file of [asFile(goodPng(), 'image/jpeg'), asFile(jpegOf(), 'image/png')]) {
      const { status, body } = await attach(file)
      expect([status, body.errors[0].code]).toEqual([400, 'CONTENT_DIFFERS'])
    }
  })

  test('a PDF whose index leads nowhere is kept byte by byte, since nothing of ours opens it', async () => {
    const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Length 99999999 >>\nstartxref\n-5\n%%EOF')
    expect(Buffer.compare(await kept(asFile(pdf, 'application/pdf', 'a.pdf')), pdf)).toBe(0)
  })
})

describe('a picture that is kept is ours', () => {
  test('with the same pixels, in a file of our own making', async () => {
    const bytes = await kept(asFile(goodPng(30, 20)))
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height, info.channels]).toEqual([30, 20, 3])
    expect([...data.subarray(0, 3)]).toEqual([20, 90, 200])
    expect(Buffer.compare(bytes, goodPng(30, 20))).not.toBe(0)
  })

  test('keeps what is transparent, and the size of what is large but may be', async () => {
    const glass = { r: 9, g: 9, b: 9, alpha: 0.5 }
    const create = { width: 50, height: 10, channels: 4, background: glass } as const
    const bytes = await kept(asFile(await sharp({ create }).png().toBuffer()))
    expect((await sharp(bytes).raw().toBuffer())[3]).toBe(128)
    const large = { width: 5000, height: 4000, channels: 3, background: '#fff' } as const
    const photo = await kept(
      asFile(await sharp({ create: large }).jpeg().toBuffer(), 'image/jpeg', 'photo.jpg'),
    )
    expect(await sharp(photo).metadata()).toMatchObject({ format: 'jpeg', width: 5000 })
  })

  test('without whatever else its file held', async () => {
    const script = '<script>alert(1)</script>'
    const archive = Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.from('an archive')])
    const bomb = chunk(
      'iTXt',
      Buffer.concat([
        Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0', 'latin1'),
        deflateSync(Buffer.alloc(4_000_000)),
      ]),
    )
    const text = chunk('tEXt', Buffer.from(`Comment\0${script}`))
    const both = Buffer.concat([goodPng(24, 8, text, bomb), archive, Buffer.from(script)])
    const bytes = await kept(asFile(both))
    expect(bytes.includes(script)).toBe(false)
    expect(bytes.includes('an archive')).toBe(false)
    expect(bytes.byteLength).toBeLessThan(1000)

    const located = { IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '59/1 19/1 0/1' } }
    const photo = await sharp(goodPng()).withExif(located).jpeg().toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const own = await kept(asFile(photo, 'image/jpeg', 'photo.jpg'))
    expect((await sharp(own).metadata()).exif).toBeUndefined()
  })

  test('turned upright', async () => {
    const lying = await sharp(goodPng(40, 20)).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const own = await kept(asFile(lying, 'image/jpeg', 'photo.jpg'))
    expect(await sharp(own).metadata()).toMatchObject({ width: 20, height: 40 })
  })

  test('interlaced, grey or of sixteen bits alike', async () => {
    const deep = await sharp(goodPng()).toColourspace('rgb16').png().toBuffer()
    const grey = await sharp(goodPng()).greyscale().png({ palette: true }).toBuffer()
    const woven = await sharp(goodPng()).png({ progressive: true }).toBuffer()
    for (const bytes of [deep, grey, woven]) {
      const own = await kept(asFile(bytes))
      expect(await sharp(own).metadata()).toMatchObject({
        width: 24,
        height: 8,
        isProgressive: false,
      })
    }
  })
})

test('many bad ones at once of one tenant keep nobody else from an answer', async () => {
  const heavy = pngOf(
    headerOf({ width: 3000, height: 3000 }),
    dataOf(rowsOf(3000, 3000).subarray(0, 20_000_000)),
  )
  const all = Promise.all(Array.from({ length: 12 }, () => attach(asFile(heavy))))
  const other = await tenantIn(at, 'Other')
  const theirs = await clientIn(other)
  const file = { clientId: theirs, ...asFile(goodPng()) }
  expect((await other.api.post('/documents/attachments/client', file)).status).toBe(201)
  for (const { status, body } of await all) {
    expect([status, body.code]).toEqual([422, 'FILE_UNREADABLE'])
  }
})
