import { hash } from 'node:crypto'
import type { Context, Next } from 'hono'
import { arrive, type Arrived } from '../../ports/documents/arrived.ts'
import type { Credentials } from './admission.ts'
import type { Env } from './app.ts'
import { atLeastFast } from './body-time.ts'
import { jsonOf, refuseLonger } from './body.ts'
import { dropAll, withFilesBrought } from './brought-files.ts'
import { fileBodyMax } from './file.ts'
import { withOwnPictures } from './foreign-files.ts'
import { formBytesMax, formExtraBytes, formOf, isForm } from './form.ts'
import type { Validated } from './input.ts'
import type { Incoming, Kernel, Prepared } from './prepared.ts'
import { streamedForm } from './streamed-form.ts'

/** A body with files, which is looked at in turn, and counts until it is answered. */
export async function takeFiles(kernel: Kernel, context: Context<Env>, next: Next): Promise<void> {
  const { req } = context
  const { tenantId } = context.get('incoming').credentials as Credentials
  const form = isForm(req.raw)
  await kernel.uploads.take(tenantId, req.raw, form ? formBytesMax : fileBodyMax, async (bytes) => {
    const { headers } = req.raw
    giveJson(req, form ? await formOf(headers, bytes) : jsonOf(headers, bytes))
    try {
      await next()
    } finally {
      await dropAll(context.get('incoming').brought ?? [])
    }
  })
}

/** A form whose file is in the store when it is looked at, and takes no memory on its way there. */
export async function takeStreamed(
  kernel: Kernel,
  context: Context<Env>,
  next: Next,
): Promise<void> {
  const incoming = context.get('incoming')
  const { tenantId } = incoming.credentials as Credentials
  const { count, end } = kernel.streams.begin(tenantId, incoming.request)
  const isFast = atLeastFast(context.env)
  const limits = {
    bytes: kernel.streamLimit + formExtraBytes,
    said: kernel.streamLimit,
    count: (bytes: number) => {
      count(bytes)
      isFast(bytes)
    },
  }
  try {
    const { document, file } = await streamedForm(incoming.request, limits, (bytes) =>
      arrive(kernel.runtime.documents, bytes, (size) => {
        if (size > kernel.streamLimit) refuseLonger({ bytes: kernel.streamLimit })
      }),
    )
    if (file !== undefined) Object.assign(incoming, { arrived: file, brought: [file] })
    giveJson(context.req, document)
    await next()
  } finally {
    await dropAll(incoming.brought ?? [])
    end()
  }
}

/** To the library there is now one JSON document, or nothing, whatever type was named for it. */
export function giveJson(req: Context<Env>['req'], document: unknown): void {
  const named = req.header.bind(req) as (name: string) => string | undefined
  const header = (name: string) => (/^content-type$/i.test(name) ? 'application/json' : named(name))
  Object.assign(req, { header, json: async () => document })
}

/** Files are decoded and written while no connection is held; a key stands for what was sent. */
export async function decoded(
  kernel: Kernel,
  { operation }: Prepared,
  incoming: Incoming,
  validated: Validated,
): Promise<Validated> {
  const { takesFile } = operation.declared
  if (takesFile === undefined) return validated
  const { given } = validated
  const { arrived } = incoming
  // The same file under a key is the same, whether it came as a stream or not.
  const said = takesFile === 'streamed' ? withHash(given, arrived) : given
  if (arrived !== undefined) {
    return { ...validated, said, taken: { ...(given as object), brought: arrived } }
  }
  const { tenantId } = incoming.credentials as Credentials
  const own = await withOwnPictures(kernel.runtime.apart, tenantId, validated.given)
  const { body: taken, brought } = await withFilesBrought(kernel.runtime.documents, own)
  incoming.brought = brought
  return { ...validated, said, taken }
}

/** A body with its file as the hash of that. */
function withHash(given: unknown, arrived: Arrived | undefined): unknown {
  const { content } = given as { content: string }
  const sha256 = arrived?.sha256 ?? sha256Of(Buffer.from(content, 'base64'))
  return { ...(given as object), content: sha256 }
}

const sha256Of = (bytes: Uint8Array): string => hash('sha256', bytes)
