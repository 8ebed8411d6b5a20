import { access } from './access/index.ts'
import { system } from './system/index.ts'
import { webhooks } from './webhooks/index.ts'
import { distribution } from './distribution/index.ts'
import { bookkeeping } from './bookkeeping/index.ts'
import { clients } from './clients/index.ts'
import { debtors } from './debtors/index.ts'
import { credit } from './credit/index.ts'
import { factoring } from './factoring/index.ts'
import { invoices } from './invoices/index.ts'
import { payouts } from './payouts/index.ts'
import { integrations } from './integrations/index.ts'

/** The one table of id prefixes; patterns, examples and searches by id read it. */
export const idPrefixes = {
  ...access.ids,
  ...system.ids,
  ...webhooks.ids,
  ...distribution.ids,
  ...bookkeeping.ids,
  ...clients.ids,
  ...debtors.ids,
  ...credit.ids,
  ...factoring.ids,
  ...invoices.ids,
  ...payouts.ids,
  ...integrations.ids,
} as const

export type IdKind = keyof typeof idPrefixes

const sortablePart = '[0-9A-HJKMNP-TV-Z]{26}'

export function idPattern(kind: IdKind): RegExp {
  return new RegExp(`^${idPrefixes[kind].replace('.', '\\.')}${sortablePart}$`)
}

export function exampleId(kind: IdKind): string {
  return `${idPrefixes[kind]}01K9ZV3Q7M2T8W4X6Y0A1B2C3D`
}
