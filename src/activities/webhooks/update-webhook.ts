import { isNarrowed } from '../../domain/access/scope.ts'
import { invalid, refuse } from '../../domain/refusal.ts'
import { Client } from '../../entities/client.ts'
import { Webhook } from '../../entities/webhook.ts'
import { withheld } from '../../domain/webhooks/custom-headers.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refuseTarget } from './create-webhook.ts'
import { openHeaders, setHeaders, type Headers } from './headers-of-webhook.ts'
import { rotateKey } from './keys-of-webhook.ts'

export interface WebhookChange {
  title?: string | undefined
  url?: string | undefined
  type?: string | undefined
  /** Null for all clients. */
  clientId?: string | null | undefined
  key?: string | undefined
  keyOverlapSeconds: number
  enabled?: boolean | undefined
  customHeaders?: Record<string, string> | undefined
}

/** Deliveries under way go by what stands when their next attempt is made. */
export async function updateWebhook(
  unit: Unit,
  id: string,
  change: WebhookChange,
): Promise<Webhook> {
  const webhook = await unit.load(Webhook, id)
  const { title, url, type, clientId, key, keyOverlapSeconds, enabled, customHeaders } = change
  if (clientId !== undefined) await setClient(unit, webhook, clientId)
  if (url !== undefined && url !== webhook.url) await refuseTarget(unit, url)
  if (title !== undefined) webhook.title = title
  if (url !== undefined) webhook.url = url
  if (type !== undefined) webhook.type = type
  if (enabled !== undefined) webhook.enabled = enabled
  if (customHeaders !== undefined) {
    setHeaders(unit.runtime.keys, webhook, keepingWithheld(unit, webhook, customHeaders))
  }
  if (key !== undefined) rotateKey(unit, webhook, key, keyOverlapSeconds * 1000)
  return webhook
}

/** Whose events it hears from now on; a bound caller's subscription stays their client's. */
async function setClient(unit: Unit, webhook: Webhook, clientId: string | null): Promise<void> {
  if (unit.scope.clientId !== null) {
    invalid('/clientId', 'COMES_FROM_TOKEN', 'The client is that of the token')
  }
  if (clientId === null && isNarrowed(unit.scope)) refuse('ACCESS_DENIED')
  if (clientId !== null) await unit.load(Client, clientId, '/clientId')
  webhook.clientId = clientId
}

/** A value that was shown as withheld, sent back as it was shown, stays as it is. */
function keepingWithheld(
  unit: Unit,
  { tenantId, id, customHeaders, secretHeaders }: Webhook,
  sent: Headers,
): Headers {
  const { keys } = unit.runtime
  const before = Object.values(sent).includes(withheld)
    ? openHeaders(keys, tenantId, id, customHeaders, secretHeaders ?? null)
    : {}
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      if (value !== withheld) return [name, value]
      const kept = before[name]
      return kept === undefined
        ? invalid(`/customHeaders/${name}`, 'VALUE_MISSING', 'There is no former value to keep')
        : [name, kept]
    }),
  )
}
