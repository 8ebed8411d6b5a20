import type { z } from 'zod'
import { clientOfGift } from '../../domain/access/grant.ts'
import { invalid } from '../../domain/refusal.ts'
import { Client } from '../../entities/client.ts'
import { Webhook } from '../../entities/webhook.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refuseClosedClient } from '../access/refuse-closed-client.ts'
import { setHeaders } from './headers-of-webhook.ts'
import { setKey } from './keys-of-webhook.ts'
import { refuseAddress } from './refuse-address.ts'
import { refuseBeyondFamily } from './refuse-beyond-family.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { id } from '../../kernel/read/fields.ts'
import { customHeaders, family, key, url } from './webhook-fields.ts'

export const createWebhookInput = bodyOf(Webhook, ['title', 'trigger', 'method', 'enabled'], {
  enabled: true,
}).extend({
  url,
  type: family,
  key,
  clientId: id('Client').optional(),
  customHeaders: customHeaders.default({}),
})
export type NewWebhook = z.output<typeof createWebhookInput>

/** A bound caller's subscription hears of its client alone; the tenant's own of all, or of one. */
export async function createWebhook(unit: Unit, wanted: NewWebhook): Promise<Webhook> {
  const { key: secret, url: address, customHeaders: headers, ...facts } = wanted
  const clientId = clientOfGift(unit.scope, wanted.clientId)
  refuseBeyondFamily(unit, wanted.type)
  if (wanted.clientId !== undefined) await unit.load(Client, wanted.clientId, '/clientId')
  await refuseTarget(unit, address)
  await refuseClosedClient(unit, clientId)
  const webhook = unit.add(Webhook, {
    ...facts,
    url: address,
    clientId,
    key: '',
    customHeaders: {},
    savedBy: unit.principal.id,
  })
  setKey(unit, webhook, secret)
  setHeaders(unit.runtime.keys, webhook, headers)
  return webhook
}

export async function refuseTarget(unit: Unit, address: string): Promise<void> {
  if (!address.toLowerCase().startsWith('https://')) {
    invalid('/url', 'URL_NOT_HTTPS', 'Webhooks are posted to https addresses alone')
  }
  await refuseAddress(unit, '/url', address)
}
