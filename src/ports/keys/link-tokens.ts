import { byAnyKey, type Keys } from './keys.ts'
import { isSame, signed } from './signed.ts'

/** What a link in a mail is for; the session of the Temporal UI is named in the same way. */
export type LinkPurpose = 'invitation' | 'password-reset' | 'temporal-ui'

const shape = /^(TN[0-9A-Z]{26})\.([A-Z]+[0-9A-Z]{26})\.([\w-]{43})$/

/** The secret of a link comes from the key, so that no row and no queue contains it. */
export function linkToken(key: Buffer, purpose: LinkPurpose, tenantId: string, id: string): string {
  return `${tenantId}.${id}.${signed(key, [purpose, tenantId, id])}`
}

/** The row and tenant of a link; undefined if we did not make it for this purpose. */
export function openLinkToken(
  keys: Keys,
  purpose: LinkPurpose,
  token: string,
): { tenantId: string; id: string } | undefined {
  const [, tenantId = '', id = '', signature = ''] = shape.exec(token) ?? []
  return byAnyKey(keys, (key) =>
    isSame(signature, signed(key, [purpose, tenantId, id])) ? { tenantId, id } : undefined,
  )
}
