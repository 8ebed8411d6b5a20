import { buffer } from 'node:stream/consumers'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { fileBytesMax, type PictureType } from '../../domain/distribution/file-kind.ts'
import { Unreadable, type Given } from '../apart/kinds.ts'

/** A photo of a telephone fits; what is larger shows nobody more. */
const pixelsMax = 40_000_000
const sideMax = 16_000

/** How large a logotype is drawn, at 300 dots an inch. */
const logotype = { width: 840, height: 252 }

sharp.cache(false)
sharp.concurrency(1)

/** The picture in pixels of our own: turned upright, without anything else that was in its file. */
export async function decodePicture(given: Given): Promise<Given> {
  const { type } = given.value as { type: PictureType }
  const picture = await opened(await wholeOf(given), type)
  const encoded =
    type === 'image/png'
      ? picture.png({ compressionLevel: 6 })
      : picture.jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
  const bytes = await pixelsOf(encoded)
  if (bytes.byteLength > fileBytesMax) throw tooLarge('Its pixels fill more than a file may hold')
  return { value: null, parts: [bytes] }
}

/** As it is drawn: not larger than it is seen, on white, in a form that is copied as it is. */
export async function decodeLogotype({ parts }: Given): Promise<Given> {
  const picture = await opened(parts[0] as Uint8Array)
  const drawn = picture
    .resize({ ...logotype, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .png({ compressionLevel: 9, progressive: false, palette: false })
  return { value: null, parts: [await pixelsOf(drawn)] }
}

/** What its header says is looked at before a single pixel is decoded. */
async function opened(bytes: Uint8Array, type?: PictureType): Promise<Sharp> {
  const picture = sharp(bytes, { failOn: 'error', limitInputPixels: pixelsMax, animated: false })
  const { format, width, height } = await headerOf(picture)
  const found = format === 'png' ? 'image/png' : format === 'jpeg' ? 'image/jpeg' : undefined
  if (found === undefined || (type ?? found) !== found) throw broken('It is no PNG or JPEG')
  if (width > sideMax || height > sideMax || width * height > pixelsMax) {
    throw tooLarge(`At most ${pixelsMax} pixels are accepted, and ${sideMax} a side`)
  }
  return picture.autoOrient().toColourspace('srgb')
}

/** All of it must be at hand; whoever sends it has seen that it is no larger than a file may be. */
async function wholeOf({ parts, coming }: Given): Promise<Uint8Array> {
  return coming === undefined ? (parts[0] as Uint8Array) : buffer(coming)
}

function headerOf(picture: Sharp): Promise<Metadata> {
  return picture.metadata().catch((error: unknown) => {
    throw /pixel limit/i.test(String(error))
      ? tooLarge(`At most ${pixelsMax} pixels are accepted`)
      : broken('Its header cannot be read')
  })
}

function pixelsOf(picture: Sharp): Promise<Buffer> {
  return picture.toBuffer().catch(() => {
    throw broken('Its pixels cannot be decoded')
  })
}

const broken = (why: string) => new Unreadable('PICTURE_BROKEN', why)
const tooLarge = (why: string) => new Unreadable('PICTURE_TOO_LARGE', why)
