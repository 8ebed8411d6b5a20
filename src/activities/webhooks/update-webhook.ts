import { Webhook } from '../../entities/webhook.ts'
import { withheld } from '../../domain/webhooks/custom-headers.ts'
import type { Unit } from '../unit.ts'
import { refuseTarget } from './create-webhook.ts'
import { rotateKey } from './keys-of-webhook.ts'

export interface WebhookChange {
  title?: string | undefined
  url?: string | undefined
  type?: string | undefined
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
  const { title, url, type, key, keyOverlapSeconds, enabled, customHeaders } = change
  if (url !== undefined && url !== webhook.url) await refuseTarget(unit, url)
  if (title !== undefined) webhook.title = title
  if (url !== undefined) webhook.url = url
  if (type !== undefined) webhook.type = type
  if (enabled !== undefined) webhook.enabled = enabled
  if (customHeaders !== undefined) {
    webhook.customHeaders = keepingWithheld(webhook.customHeaders, customHeaders)
  }
  if (key !== undefined) rotateKey(unit, webhook, key, keyOverlapSeconds * 1000)
  return webhook
}

/** A value that was shown as withheld, sent back as it was shown, stays as it is. */
function keepingWithheld(
  before: Readonly<Record<string, string>>,
  sent: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [
      name,
      value === withheld ? (before[name] ?? value) : value,
    ]),
  )
}
