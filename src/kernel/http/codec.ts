import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { refuse } from '../../domain/refusal.ts'
import { linkToken } from '../../ports/keys/link-tokens.ts'
import type { Keys } from '../../ports/keys/keys.ts'
import { addressOf } from './input.ts'
import { callerNow, callerSeen, credentialsOf } from './admission.ts'
import type { App, Bindings } from './app.ts'
import { readJson } from './body.ts'
import type { Kernel } from './prepared.ts'

const base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/)
const Payloads = z.object({
  payloads: z
    .array(z.object({ metadata: z.record(z.string(), base64), data: base64.optional() }))
    .max(1000),
})

const limits = { bytes: 8 * 1024 * 1024 }

/** The way by which our own Temporal UI asks: only who can open that UI knows it. */
export function codecPath(keys: Keys): string {
  return `/codec/${linkToken(keys.links, 'codec', '', '').replaceAll('.', '')}`
}

/** Makes payloads readable for an operator's Temporal UI: with the right to developer tools. */
export function codec(app: App, kernel: Kernel, uiOrigin: string | null): void {
  const { keys } = kernel.runtime
  const ownPath = codecPath(keys)
  app.use('/codec/*', async (context, next) => {
    const origin = context.req.header('origin')
    if (uiOrigin !== null && origin?.replace('//localhost:', '//127.0.0.1:') === uiOrigin) {
      context.header('Access-Control-Allow-Origin', origin)
    }
    context.header('Access-Control-Allow-Headers', 'content-type, authorization, x-namespace')
    if (context.req.method === 'OPTIONS') return context.body(null, 204)
    const path = context.req.path.replace(/\/decode$/, '')
    if (!same(path, ownPath)) await mayDecode(kernel, context.req.raw, context.env)
    await next()
  })
  app.post('/codec/:way/decode', async (context) => {
    const given = Payloads.safeParse(await readJson(context.req.raw, limits))
    if (!given.success) return refuse('VALIDATION_FAILED')
    // Few processes are ever asked this, and Temporal's own messages are large to load.
    const { EncryptionCodec } = await import('../../ports/temporal/codec.ts')
    const payloads = await new EncryptionCodec(keys.payloads, keys.id).decode(
      given.data.payloads.map(({ metadata, data = '' }) => ({
        metadata: mapValues(metadata, (value) => Buffer.from(value, 'base64')),
        data: Buffer.from(data, 'base64'),
      })),
    )
    return context.json({
      payloads: payloads.map(({ metadata, data }) => ({
        metadata: mapValues(metadata ?? {}, (value) => Buffer.from(value).toString('base64')),
        data: Buffer.from(data ?? []).toString('base64'),
      })),
    })
  })
}

async function mayDecode(kernel: Kernel, request: Request, env: Bindings): Promise<void> {
  const at = { address: addressOf(request, kernel.proxies, env), now: kernel.now() }
  const credentials = credentialsOf(kernel, request)
  kernel.rate.take(await callerSeen(kernel, credentials, at), at.now.getTime())
  const caller = await callerNow(kernel, credentials, at.now)
  const anyOf = ['ViewDeveloperTools'] as const
  if (kernel.gate.allows(caller.rights, { anyOf }) === undefined) {
    refuse('ACCESS_DENIED', { requiredRights: anyOf, missingRights: anyOf })
  }
}

function same(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)]
  return x.length === y.length && timingSafeEqual(x, y)
}

function mapValues<V, W>(record: Record<string, V>, change: (value: V) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}
