import type { Keys } from '../../ports/keys/keys.ts'
import { decryptSecret } from '../../ports/keys/secrets.ts'
import { signedHeaders, signingKey, type SigningKey } from '../../ports/webhooks/sign.ts'
import { openHeaders, type Headers } from './headers-of-webhook.ts'

/** Where a delivery goes, as the row of its subscription says at this moment. */
export interface Receiver {
  tenant_id: string
  id: string
  webhook_id: string
  client_id: string | null
  url: string
  key: string
  former_key: string | null
  former_key_until: Date | null
  custom_headers: Record<string, string>
  secret_headers: string | null
}

/** What is sealed of a receiver, opened: for many deliveries to it that are made together. */
export interface Opened {
  signing: readonly SigningKey[]
  formerUntil: number
  headers: Headers
}

export function openReceiver(keys: Keys, receiver: Receiver, at: Date): Opened {
  const { tenant_id: tenantId, webhook_id: id, former_key: former } = receiver
  const open = (column: string, sealed: string) =>
    signingKey(
      decryptSecret(keys, sealed, { tenantId, table: 'webhook', column, id }).toString('utf8'),
    )
  const { custom_headers: shown, secret_headers: sealed } = receiver
  const formerUntil = receiver.former_key_until?.getTime() ?? 0
  const signsToo = former !== null && formerUntil > at.getTime()
  return {
    signing: [open('key', receiver.key), ...(signsToo ? [open('former_key', former)] : [])],
    formerUntil,
    headers: openHeaders(keys, tenantId, id, shown, sealed),
  }
}

/** The headers of one attempt. What identifies and signs it stands last, so that nothing replaces it. */
export function headersFor(
  { signing, formerUntil, headers }: Opened,
  id: string,
  body: string,
  at: Date,
): Record<string, string> {
  const holding = formerUntil > at.getTime() ? signing : signing.slice(0, 1)
  return {
    ...headers,
    'content-type': 'application/json',
    'user-agent': 'receivables-webhooks/1',
    ...signedHeaders(id, at, body, holding),
  }
}
