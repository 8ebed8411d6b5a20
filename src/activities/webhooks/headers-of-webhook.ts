import { shownHeaders } from '../../domain/webhooks/custom-headers.ts'
import type { Webhook } from '../../entities/webhook.ts'
import type { Keys } from '../../ports/keys/keys.ts'
import { decryptSecret, encryptSecret } from '../../ports/keys/secrets.ts'

export type Headers = Readonly<Record<string, string>>

const placeOf = (tenantId: string, id: string) => ({
  tenantId,
  id,
  table: 'webhook',
  column: 'secret_headers',
})

/** Every value is sealed; in the row that everybody sees a word stands for it. */
export function setHeaders(keys: Keys, webhook: Webhook, headers: Headers): void {
  const isNone = Object.keys(headers).length === 0
  const text = Buffer.from(JSON.stringify(headers))
  webhook.customHeaders = shownHeaders(headers)
  webhook.secretHeaders = isNone
    ? null
    : encryptSecret(keys, text, placeOf(webhook.tenantId, webhook.id))
}

/** The headers as they are sent: of what was saved before, some values stand in the row itself. */
export function openHeaders(
  keys: Keys,
  tenantId: string,
  id: string,
  shown: Headers,
  sealed: string | null,
): Headers {
  if (sealed === null) return shown
  const text = decryptSecret(keys, sealed, placeOf(tenantId, id)).toString('utf8')
  return { ...shown, ...(JSON.parse(text) as Headers) }
}
