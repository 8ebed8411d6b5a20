import type { Context, Next } from 'hono'
import { fileBytesMax } from '../../domain/distribution/file-kind.ts'
import { arrive } from '../../ports/documents/arrived.ts'
import type { Credentials } from './admission.ts'
import type { Env } from './app.ts'
import { atLeastFast } from './body-time.ts'
import { jsonOf, refuseLonger } from './body.ts'
import { dropAll, withFilesBrought } from './brought-files.ts'
import { fileBodyMax } from './file.ts'
import { formExtraBytes } from './form.ts'
import type { Validated } from './input.ts'
import type { Incoming, Kernel, Prepared } from './prepared.ts'
import { streamedForm } from './streamed-form.ts'

/** A body of JSON with files, which is looked at in turn, and counts until it is answered. */
export async function takeFiles(kernel: Kernel, context: Context<Env>, next: Next): Promise<void> {
  const { req } = context
  const incoming = context.get('incoming')
  const { tenantId } = incoming.credentials as Credentials
  await kernel.uploads.take(tenantId, req.raw, fileBodyMax, async (bytes) => {
    giveJson(req, jsonOf(req.raw.headers, bytes))
    try {
      await next()
    } finally {
      await dropAll(incoming.brought ?? [])
    }
  })
}

/** A form whose files are in the store when it is looked at, and take no memory on their way there. */
export async function takeStreamed(
  kernel: Kernel,
  { operation }: Prepared,
  context: Context<Env>,
  next: Next,
): Promise<void> {
  const incoming = context.get('incoming')
  const { tenantId } = incoming.credentials as Credentials
  const isLarge = operation.declared.takesFile === 'large'
  const most = isLarge ? kernel.streamLimit : fileBytesMax
  const uploads = isLarge ? kernel.streams : kernel.uploads
  const { count, end } = uploads.begin(tenantId, incoming.request)
  const isFast = atLeastFast(context.env)
  const limits = {
    bytes: most + formExtraBytes,
    said: most,
    count: (bytes: number) => {
      count(bytes)
      isFast(bytes)
    },
  }
  try {
    const { document, files } = await streamedForm(incoming.request, limits, (bytes) =>
      arrive(kernel.runtime.documents, bytes, (size) => {
        if (size > most) refuseLonger({ bytes: most })
      }),
    )
    incoming.arrived = files
    incoming.brought = [...files]
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
  if (operation.declared.takesFile === undefined) return validated
  const { tenantId } = incoming.credentials as Credentials
  const brought = (incoming.brought ??= [])
  const { arrived } = incoming
  const { given } = validated
  const how = { tenantId, brought, ...(arrived && { arrived }) }
  return { ...validated, ...(await withFilesBrought(kernel.runtime, how, given)) }
}
