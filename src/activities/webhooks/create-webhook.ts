import { clientOfGift } from '../../domain/access/grant.ts'
import { invalid } from '../../domain/refusal.ts'
import { Client } from '../../entities/client.ts'
import { Webhook } from '../../entities/webhook.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { setHeaders } from './headers-of-webhook.ts'
import { setKey } from './keys-of-webhook.ts'
import { refuseAddress } from './refuse-address.ts'

export interface NewWebhook {
  title: string
  url: string
  type: string
  trigger: 'PUSH'
  method: 'POST'
  key: string
  clientId?: string | undefined
  enabled: boolean
  customHeaders: Record<string, string>
}

/** A bound caller's subscription hears of its client alone; the tenant's own of all, or of one. */
export async function createWebhook(unit: Unit, wanted: NewWebhook): Promise<Webhook> {
  const { key, url, customHeaders, ...facts } = wanted
  const clientId = clientOfGift(unit.scope, wanted.clientId)
  if (wanted.clientId !== undefined) await unit.load(Client, wanted.clientId, '/clientId')
  await refuseTarget(unit, url)
  const webhook = unit.add(Webhook, { ...facts, url, clientId, key: '', customHeaders: {} })
  setKey(unit, webhook, key)
  setHeaders(unit.runtime.keys, webhook, customHeaders)
  return webhook
}

export async function refuseTarget(unit: Unit, url: string): Promise<void> {
  if (!url.toLowerCase().startsWith('https://')) {
    invalid('/url', 'URL_NOT_HTTPS', 'Webhooks are posted to https addresses alone')
  }
  await refuseAddress(unit, '/url', url)
}
