import { createHmac, timingSafeEqual } from 'node:crypto'

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
export function openOnboardingToken(key: Buffer, token: string): OnboardingLink | undefined {
  const [, tenantId = '', syncId = '', expires = '0', signature = ''] = shape.exec(token) ?? []
  const link = { tenantId, syncId, expiresAt: Number(expires) }
  const right = Buffer.from(sign(key, link))
  const given = Buffer.from(signature)
  return given.length === right.length && timingSafeEqual(given, right) ? link : undefined
}

function sign(key: Buffer, { tenantId, syncId, expiresAt }: OnboardingLink): string {
  const text = `erp-onboarding\0${tenantId}\0${syncId}\0${expiresAt}`
  return createHmac('sha256', key).update(text).digest('base64url')
}
