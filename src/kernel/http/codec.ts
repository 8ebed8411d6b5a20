import { z } from 'zod'
import type { OperatorTenant } from '../../domain/access/principal.ts'
import { refuse } from '../../domain/refusal.ts'
import type { Keys } from '../../ports/keys/keys.ts'
import type { Caller } from '../../policy/authenticate.ts'
import type { Gate } from '../../policy/gate.ts'
import { callerNow, callerSeen, credentialsOf } from './admission.ts'
import type { App, Bindings } from './app.ts'
import { addressOf } from './input.ts'
import { readJson } from './body.ts'
import type { Kernel } from './prepared.ts'
import { secure } from './respond.ts'

const base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/)
const Payloads = z.object({
  payloads: z
    .array(z.object({ metadata: z.record(z.string(), base64), data: base64.optional() }))
    .max(1000),
})

const limits = { bytes: 8 * 1024 * 1024 }

/** Makes payloads readable for an operator's tools, as `temporal --codec-endpoint`. */
export function codec(app: App, kernel: Kernel, operator: OperatorTenant): void {
  app.post('/codec/decode', async (context) => {
    await mayDecode(kernel.gate, operator, await callerOf(kernel, context.req.raw, context.env))
    const answer = await decoded(kernel.runtime.keys, context.req.raw)
    secure(answer.headers)
    return answer
  })
}

/** With the right to developer tools, in the tenant of whoever runs the platform. */
export async function mayDecode(
  gate: Gate,
  operator: OperatorTenant,
  caller: Caller,
): Promise<void> {
  const anyOf = ['ViewDeveloperTools'] as const
  if (gate.allows(caller.rights, { anyOf }) === undefined) {
    refuse('ACCESS_DENIED', { requiredRights: anyOf, missingRights: anyOf })
  }
  if (caller.tenantId !== (await operator())) {
    refuse('ACCESS_DENIED', {
      requiredRights: anyOf,
      detail:
        'The engine shows the processes of all tenants, to the operator of the platform alone.',
    })
  }
}

export async function decoded(keys: Keys, request: Request): Promise<Response> {
  const given = Payloads.safeParse(await readJson(request, limits))
  if (!given.success) return refuse('VALIDATION_FAILED')
  // Few processes are ever asked this, and Temporal's own messages are large to load.
  const { EncryptionCodec } = await import('../../ports/temporal/codec.ts')
  const payloads = await new EncryptionCodec(keys).decodeToShow(
    given.data.payloads.map(({ metadata, data = '' }) => ({
      metadata: mapValues(metadata, (value) => Buffer.from(value, 'base64')),
      data: Buffer.from(data, 'base64'),
    })),
  )
  return Response.json({
    payloads: payloads.map(({ metadata, data }) => ({
      metadata: mapValues(metadata ?? {}, (value) => Buffer.from(value).toString('base64')),
      data: Buffer.from(data ?? []).toString('base64'),
    })),
  })
}

export async function callerOf(kernel: Kernel, request: Request, env: Bindings): Promise<Caller> {
  const at = { address: addressOf(request, kernel.proxies, env), now: kernel.now() }
  const credentials = credentialsOf(kernel, request)
  kernel.rate.take(await callerSeen(kernel, credentials, at), at.now.getTime())
  return callerNow(kernel, credentials, at.now)
}

function mapValues<V, W>(record: Record<string, V>, change: (value: V) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}
