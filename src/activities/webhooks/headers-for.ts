import type { Keys } from '../../ports/keys/keys.ts'
import { decryptSecret } from '../../ports/keys/secrets.ts'
import { signedHeaders } from '../../ports/webhooks/sign.ts'
import { openHeaders } from './headers-of-webhook.ts'

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

/** The headers of one attempt. What identifies and signs it stands last, so that nothing replaces it. */
export function headersFor(
  keys: Keys,
  receiver: Receiver,
  body: string,
  at: Date,
): Record<string, string> {
  const { tenant_id: tenantId, webhook_id: id, former_key: former } = receiver
  const open = (column: string, sealed: string) =>
    decryptSecret(keys, sealed, { tenantId, table: 'webhook', column, id }).toString('utf8')
  const signing = [open('key', receiver.key)]
  if (former !== null && (receiver.former_key_until?.getTime() ?? 0) > at.getTime()) {
    signing.push(open('former_key', former))
  }
  return {
    ...openHeaders(keys, tenantId, id, receiver.custom_headers, receiver.secret_headers),
    'content-type': 'application/json',
    'user-agent': 'receivables-webhooks/1',
    ...signedHeaders(receiver.id, at, body, signing),
  }
}
