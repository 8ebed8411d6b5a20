import { asUnavailable } from '../../write/database-errors.ts'
import { invalid, refuse } from '../../../domain/refusal.ts'
import type { Caller } from '../../../policy/authenticate.ts'
import { Transaction } from '../../../ports/database/transaction.ts'
import { openRealtimeToken, type RealtimeClaims } from '../../../ports/keys/realtime-tokens.ts'
import { strangers } from '../../../ports/database/pool.ts'
import { callerSeen, credentialsOf } from '../admission.ts'
import type { App } from '../app.ts'
import { addressOf } from '../input.ts'
import { requestIdOf, type Kernel } from '../prepared.ts'
import { secure } from '../respond.ts'
import { channelPath } from './channel-path.ts'
import { rightToListen, type Channels } from './channels.ts'
import { openMark } from './event-ids.ts'
import { refuseOrigin, type Origins } from './origins.ts'

interface Connection {
  incoming?: { socket: { remoteAddress?: string; destroy(): void } }
}

/**
 * Server-sent events of what the caller may see, until they may not. It is outside of the usual
 * operations: it answers for as long as somebody listens, and holds no transaction meanwhile.
 */
export function serveChannels(
  app: App,
  kernel: Kernel,
  channels: Channels,
  origins: Origins = new Set(),
): void {
  app.get(channelPath, async (context) => {
    if (context.req.method !== 'GET') return refuse('METHOD_NOT_ALLOWED', { allow: ['GET'] })
    const connection = context.env as Connection | undefined
    // Before its token is used up by somebody it was not made for.
    const origin = refuseOrigin(context.req.raw, kernel.runtime.publicUrl, origins)
    try {
      const response = await opened(kernel, channels, context.req.raw, connection)
      if (origin !== null) response.headers.set('Access-Control-Allow-Origin', origin)
      response.headers.append('Vary', 'Origin')
      return response
    } catch (error) {
      throw asUnavailable(error)
    }
  })
  app.all(channelPath, () => refuse('METHOD_NOT_ALLOWED', { allow: ['GET'] }))
}

async function opened(
  kernel: Kernel,
  channels: Channels,
  request: Request,
  connection: Connection | undefined,
): Promise<Response> {
  const query = new URL(request.url).searchParams
  const named = request.headers.get('last-event-id') ?? query.get('lastEventId') ?? ''
  const admission = await admitted(kernel, request, connection, query.get('token'))
  const last = openMark(named)
  if (named !== '' && last === undefined) {
    invalid('/lastEventId', 'INVALID', 'This is no id of an event')
  }
  const hangUp = () => connection?.incoming?.socket.destroy()
  const channel = await channels.open({ ...admission, last, hangUp })
  const response = new Response(channel.stream, {
    headers: {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      'X-Request-Id': requestIdOf(request),
    },
  })
  secure(response.headers)
  return response
}

interface Admission {
  caller: Caller
  hash: string
}

/** By a realtime token, once; or, where headers can be sent, by the access token itself. */
async function admitted(
  kernel: Kernel,
  request: Request,
  env: Connection | undefined,
  token: string | null,
): Promise<Admission> {
  const now = kernel.now()
  const address = addressOf(request, kernel.proxies, env)
  if (token === null) {
    const credentials = credentialsOf(kernel, request)
    const seen = await callerSeen(kernel, credentials, { address, now })
    kernel.rate.take(seen, kernel.now().getTime())
    return listening(kernel, credentials.tenantId, now, async () => credentials.hash)
  }
  const claims = await openRealtimeToken(kernel.runtime.keys, token, now)
  if (claims === undefined) return refuse('UNAUTHENTICATED')
  const admission = await kernel.strangers.lookUp(address, token, () =>
    listening(kernel, claims.tenantId, now, (transaction) => useUp(transaction, claims, now)),
  )
  kernel.rate.take(admission.caller, kernel.now().getTime())
  return admission
}

async function listening(
  { runtime, authenticator, gate }: Kernel,
  tenantId: string,
  now: Date,
  hashIn: (transaction: Transaction) => Promise<string>,
): Promise<Admission> {
  const inTurnOf = strangers
  const transaction = await Transaction.begin(runtime.pool, { tenantId }, 'read', { inTurnOf })
  try {
    const hash = await hashIn(transaction)
    const caller = await authenticator.caller(transaction, tenantId, hash, now)
    if (gate.allows(caller.rights, rightToListen) === undefined) {
      const { anyOf } = rightToListen
      refuse('ACCESS_DENIED', { requiredRights: anyOf, missingRights: anyOf })
    }
    await transaction.commit()
    return { caller, hash }
  } finally {
    await transaction.rollback()
  }
}

/** Of many who show the same token one is let in; it leads to the access token behind it. */
async function useUp(
  transaction: Transaction,
  { tenantId, id, tokenId, expiresAt }: RealtimeClaims,
  now: Date,
): Promise<string> {
  const [used] = await transaction.query<{ hash: string }>(
    `with used as (
       insert into realtime_token (tenant_id, id, token_id, expires_at, used_at)
       select t.tenant_id, $2::uuid, t.id, $4::timestamptz, $5::timestamptz
       from token t where t.tenant_id = $1 and t.id = $3
       on conflict do nothing returning token_id)
     select t.hash from used u join token t on t.tenant_id = $1 and t.id = u.token_id`,
    [tenantId, id, tokenId, expiresAt, now],
  )
  return used?.hash ?? refuse('UNAUTHENTICATED', { detail: 'The realtime token was used before.' })
}
