import { Readable } from 'node:stream'
import type * as Sdk from '@aws-sdk/client-s3'
import type { S3Client } from '@aws-sdk/client-s3'

/** Where it is, and under which beginning of their names its objects are ours. */
export interface Bucket {
  put(name: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>
  get(name: string): Promise<Uint8Array | undefined>
  /** The same piece by piece; of what is not there, none. */
  pieces(name: string): AsyncIterable<Uint8Array>
  copy(from: string, to: string): Promise<void>
  delete(name: string): Promise<void>
  /** Removes what has stood under such names since before then, and parts of what never came whole. */
  sweep(beginning: string, before: Date): Promise<number>
  close(): Promise<void>
}

type Opened = typeof Sdk & { client: S3Client }

const timeouts = { connectionTimeout: 5_000, requestTimeout: 30_000, throwOnRequestTimeout: true }

/** Where it is reached, and as whom, is said by the variables of AWS' own programs. */
async function openedBy(env: NodeJS.ProcessEnv): Promise<Opened> {
  // Who has no bucket does not wait for the library.
  const sdk = await import('@aws-sdk/client-s3')
  const endpoint = env['AWS_ENDPOINT_URL_S3'] ?? env['AWS_ENDPOINT_URL']
  const client = new sdk.S3Client({
    // The servers of others seldom have a name for each bucket.
    forcePathStyle: endpoint !== undefined,
    maxAttempts: 3,
    requestHandler: timeouts,
  })
  return { ...sdk, client }
}

/** `name`, or `name/beginning`. */
export function bucketAt(place: string): Bucket {
  const [Bucket = '', ...beginning] = place.split('/')
  const at = (name: string) => ({ Bucket, Key: [...beginning, name].join('/') })
  let opened: Promise<Opened> | undefined
  const open = () => (opened ??= openedBy(process.env))
  return {
    put: (name, bytes) =>
      orAway(async () => {
        const { client, PutObjectCommand } = await open()
        if (!(bytes instanceof Uint8Array)) return comeWhole(client, at(name), bytes)
        await client.send(new PutObjectCommand({ ...at(name), Body: bytes }))
      }),
    get: (name) =>
      orAway(async () => {
        const body = await bodyOf(await open(), at(name))
        return body?.transformToByteArray()
      }),
    async *pieces(name) {
      const body = await orAway(async () => bodyOf(await open(), at(name)))
      if (body !== undefined) yield* orAwayEach(body)
    },
    copy: (from, to) =>
      orAway(async () => {
        const { client, CopyObjectCommand } = await open()
        const source = [Bucket, ...at(from).Key.split('/')].map(encodeURIComponent).join('/')
        await client.send(new CopyObjectCommand({ ...at(to), CopySource: source }))
      }),
    delete: (name) =>
      orAway(async () => {
        const { client, DeleteObjectCommand } = await open()
        await client.send(new DeleteObjectCommand(at(name)))
      }),
    sweep: (names, before) =>
      orAway(async () => {
        const of = { Bucket, Prefix: at(names).Key }
        return (await swept(await open(), of, before)) + (await abandoned(await open(), of, before))
      }),
    async close() {
      if (opened !== undefined) (await opened).client.destroy()
    },
  }
}

type Coming = Readable & { transformToByteArray(): Promise<Uint8Array> }

interface At {
  Bucket: string
  Key: string
}

interface Of {
  Bucket: string
  Prefix: string
}

/** In parts, so that it is never held whole; of what breaks on its way nothing stays. */
async function comeWhole(client: S3Client, at: At, bytes: AsyncIterable<Uint8Array>) {
  const { Upload } = await import('@aws-sdk/lib-storage')
  const Body = Readable.from(bytes, { objectMode: false })
  await new Upload({ client, params: { ...at, Body }, queueSize: 1 }).done()
}

async function bodyOf(
  { client, GetObjectCommand, NoSuchKey }: Opened,
  at: At,
): Promise<Coming | undefined> {
  try {
    const { Body } = await client.send(new GetObjectCommand(at))
    return Body as Coming | undefined
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined
    throw error
  }
}

async function swept(
  { client, paginateListObjectsV2, DeleteObjectCommand }: Opened,
  of: Of,
  before: Date,
): Promise<number> {
  let count = 0
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, of)) {
    const old = Contents.filter(({ LastModified }) => (LastModified ?? before) < before)
    for (const { Key } of old) {
      await client.send(new DeleteObjectCommand({ Bucket: of.Bucket, Key }))
      count++
    }
  }
  return count
}

async function abandoned(
  { client, ListMultipartUploadsCommand, AbortMultipartUploadCommand, NoSuchUpload }: Opened,
  of: Of,
  before: Date,
): Promise<number> {
  // It has come whole meanwhile, or another sweep was quicker; some say so of a list of none.
  const unlessOver = <T>(asked: Promise<T>) =>
    asked.catch((error: unknown) => {
      if (error instanceof NoSuchUpload) return undefined
      throw error
    })
  const listed = await unlessOver(client.send(new ListMultipartUploadsCommand(of)))
  const old = (listed?.Uploads ?? []).filter(({ Initiated }) => (Initiated ?? before) < before)
  for (const { Key, UploadId } of old) {
    await unlessOver(client.send(new AbortMultipartUploadCommand({ ...of, Key, UploadId })))
  }
  return old.length
}

/** All but what is not there is an operator's: it is tried again until it is mended. */
const away = (error: unknown) =>
  Object.assign(new Error(`the documents are away: ${String(error)}`), {
    code: 'ENODEV',
    cause: error,
  })

async function orAway<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw away(error)
  }
}

async function* orAwayEach<T>(all: AsyncIterable<T>): AsyncGenerator<T, void> {
  try {
    yield* all
  } catch (error) {
    throw away(error)
  }
}
