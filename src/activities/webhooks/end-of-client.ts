import { Webhook } from '../../entities/webhook.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Whoever answers for it gets in no more: a person, a machine or a token of the client. */
const savedThere = ['user_account', 'service_account', 'token']
  .map(
    (table) => `exists (select from ${table} who where who.tenant_id = $1
      and who.id = webhook.saved_by and who.client_id = $2)`,
  )
  .join(' or ')

/** What a client's own side has itself told ends; what the tenant wants to hear of it goes on. */
export async function endWebhooksOf(unit: Unit, clientId: string): Promise<void> {
  const where = `client_id = $2 and enabled and (${savedThere})`
  const saved = await unit.readEach(Webhook, where, [clientId])
  for (const webhook of saved) unit.update(Webhook, webhook, { enabled: false })
}
