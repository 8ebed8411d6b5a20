import { byAnyKey, type Keys } from '../keys/keys.ts'
import { isSame, signed } from '../keys/signed.ts'

/** What the link of an onboarding stands for: one sync, until one instant. */
export interface OnboardingLink {
  tenantId: string
  syncId: string
  expiresAt: number
}

const shape = /^(TN[0-9A-Z]{26})\.(CY[0-9A-Z]{26})\.(\d{13})\.([\w-]{43})$/

/** Made from the key alone, so that no row ever holds what opens it. */
export function onboardingToken(key: Buffer, link: OnboardingLink): string {
  return `${link.tenantId}.${link.syncId}.${link.expiresAt}.${sign(key, link)}`
}

/** What a token stands for; nothing when it was not made by us. */
export function openOnboardingToken(keys: Keys, token: string): OnboardingLink | undefined {
  const [, tenantId = '', syncId = '', expires = '0', signature = ''] = shape.exec(token) ?? []
  const link = { tenantId, syncId, expiresAt: Number(expires) }
  return byAnyKey(keys, (key) => (isSame(signature, sign(key, link)) ? link : undefined))
}

const sign = (key: Buffer, { tenantId, syncId, expiresAt }: OnboardingLink) =>
  signed(key, ['erp-onboarding', tenantId, syncId, expiresAt])
