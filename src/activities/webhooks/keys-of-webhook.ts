import type { Webhook } from '../../entities/webhook.ts'
import { decryptSecret, encryptSecret } from '../../ports/keys/secrets.ts'
import type { Unit } from '../../kernel/write/unit.ts'

const placeOf = ({ tenantId, id }: Webhook, column: 'key' | 'former_key') => ({
  tenantId,
  table: 'webhook',
  column,
  id,
})

export function setKey(unit: Unit, webhook: Webhook, key: string): void {
  const place = placeOf(webhook, 'key')
  webhook.key = encryptSecret(unit.runtime.keys, Buffer.from(key, 'utf8'), place)
}

/** What it signs with. One that was sealed by a master key which is gone signs nothing any more, and can be replaced. */
function keyOf({ runtime }: Unit, webhook: Webhook): Buffer | undefined {
  try {
    return decryptSecret(runtime.keys, webhook.key, placeOf(webhook, 'key'))
  } catch (error) {
    runtime.log.warn({ err: error, webhook: webhook.id }, 'a signing key cannot be read')
    return undefined
  }
}

export const isKeyOf = (unit: Unit, webhook: Webhook, key: string): boolean =>
  keyOf(unit, webhook)?.toString('utf8') === key

/** The former key signs as well until the receiver has had time to learn the new one. */
export function rotateKey(unit: Unit, webhook: Webhook, key: string, overlapMs: number): void {
  const { keys } = unit.runtime
  const former = keyOf(unit, webhook)
  const isSame = former?.toString('utf8') === key
  // Sent again as it is, it takes nothing from an overlap that runs.
  if (isSame && overlapMs > 0) return
  const until = overlapMs === 0 ? null : new Date(unit.now.getTime() + overlapMs)
  const kept = until !== null && former !== undefined
  webhook.formerKey = kept ? encryptSecret(keys, former, placeOf(webhook, 'former_key')) : null
  webhook.formerKeyUntil = kept ? until : null
  setKey(unit, webhook, key)
}
