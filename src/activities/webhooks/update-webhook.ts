import { z } from 'zod'
import { isNarrowed } from '../../domain/access/scope.ts'
import { invalid, refuse } from '../../domain/refusal.ts'
import { Client } from '../../entities/client.ts'
import { Webhook } from '../../entities/webhook.ts'
import { withheld } from '../../domain/webhooks/custom-headers.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refuseTarget } from './create-webhook.ts'
import { refuseBeyondFamily } from './refuse-beyond-family.ts'
import { refuseClosedClient } from '../access/refuse-closed-client.ts'
import { openHeaders, setHeaders, type Headers } from './headers-of-webhook.ts'
import { isKeyOf, rotateKey } from './keys-of-webhook.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { changedHeaders, family, key, url } from './webhook-fields.ts'

const daySeconds = 86_400

/** Null for all clients. */
export const updateWebhookInput = bodyOf(Webhook, [
  'title',
  'trigger',
  'method',
  'clientId',
  'enabled',
])
  .extend({ url, type: family, key, customHeaders: changedHeaders })
  .partial()
  .extend({
    keyOverlapSeconds: z
      .int()
      .min(0)
      .max(7 * daySeconds)
      .default(daySeconds),
  })
export type WebhookChange = z.output<typeof updateWebhookInput>

/** Deliveries under way go by what stands when their next attempt is made. */
export async function updateWebhook(
  unit: Unit,
  id: string,
  change: WebhookChange,
): Promise<Webhook> {
  const before = await unit.load(Webhook, id)
  const { title, type, clientId, keyOverlapSeconds, enabled } = change
  const { url: address, key: secret, customHeaders: headers } = change
  if (redirects(change)) refuseBeyondFamily(unit, type ?? before.type)
  if (address !== undefined && address !== before.url) await refuseTarget(unit, address)
  if (redirects(change)) {
    await refuseClosedClient(unit, clientId === undefined ? before.clientId : clientId)
  }
  const webhook = await unit.load(Webhook, id)
  if (redirects(change)) webhook.savedBy = unit.principal.id
  if (clientId !== undefined) await setClient(unit, webhook, clientId)
  const isMoved = address !== undefined && receiverOf(address) !== receiverOf(webhook.url)
  if (isMoved) demandNewSecrets(unit, webhook, change)
  if (title !== undefined) webhook.title = title
  if (address !== undefined) webhook.url = address
  if (type !== undefined) webhook.type = type
  if (enabled !== undefined) webhook.enabled = enabled
  if (headers !== undefined) {
    setHeaders(unit.runtime.keys, webhook, keepingWithheld(unit, webhook, headers))
  }
  const overlapSeconds = isMoved ? 0 : keyOverlapSeconds
  if (secret !== undefined) rotateKey(unit, webhook, secret, overlapSeconds * 1000)
  return webhook
}

/** Whether it goes elsewhere or begins again: to rename it, or to stop it, takes no more than the right. */
const redirects = (change: WebhookChange) =>
  change.enabled === true ||
  (['type', 'clientId', 'url', 'key', 'customHeaders'] as const).some(
    (field) => change[field] !== undefined,
  )

/** Many hosts are shared by strangers, and the path says which of them receives. */
function receiverOf(address: string): string {
  const { origin, pathname } = new URL(address)
  return origin + pathname
}

/** Another receiver learns nothing by which it could speak to the former one, or in our name. */
function demandNewSecrets(unit: Unit, webhook: Webhook, sent: WebhookChange): void {
  if (sent.key === undefined || isKeyOf(unit, webhook, sent.key)) {
    invalid('/key', 'RECEIVER_IS_NEW', 'Another receiver is signed for with another key')
  }
  const headers = sent.customHeaders
  const keepsSome = Object.values(headers ?? {}).includes(withheld)
  const hasSome = Object.keys(webhook.customHeaders).length > 0
  if (keepsSome || (headers === undefined && hasSome)) {
    invalid(
      '/customHeaders',
      'RECEIVER_IS_NEW',
      'Another receiver gets values of its own: send all of them',
    )
  }
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
