import { access } from './access/index.ts'
import { automation } from './automation/index.ts'
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
import type { EventRule, EventContent } from './event-rules.ts'

/** Which events changes mean. The kernel reads this table; no verb emits anything by hand. */
export const eventRules: readonly EventRule[] = [
  ...access.events,
  ...system.events,
  ...automation.events,
  ...webhooks.events,
  ...distribution.events,
  ...bookkeeping.events,
  ...clients.events,
  ...debtors.events,
  ...credit.events,
  ...factoring.events,
  ...invoices.events,
  ...payouts.events,
  ...integrations.events,
]

/** The families by which one subscribes. */
export const families: readonly string[] = [
  ...new Set(eventRules.map(({ type }) => type)),
].toSorted()

export interface ChangeFacts {
  entity: string
  action: 'CREATED' | 'UPDATED' | 'DELETED'
  fields: Readonly<Record<string, { to?: unknown }>>
}

const familiesOf = new Map(
  [...Map.groupBy(eventRules, (rule) => rule.entity)].map(([entity, rules]) => [
    entity,
    [...Map.groupBy(rules, (rule) => rule.type).values()],
  ]),
)

/** Of each family the first rule that fits: the particular ones stand before the general. */
export function eventsOf(change: ChangeFacts): { type: string; name: string }[] {
  const families = familiesOf.get(change.entity) ?? []
  return families.flatMap((rules) => {
    const rule = rules.find(({ when }) => fits(when, change))
    return rule === undefined ? [] : [{ type: rule.type, name: rule.name }]
  })
}

/** What events contain of their subjects besides what changed, by family. */
export const eventContents: Readonly<Record<string, EventContent>> = {
  ...system.eventContents,
  ...webhooks.eventContents,
  ...bookkeeping.eventContents,
  ...factoring.eventContents,
  ...invoices.eventContents,
}

/** The entities whose event content depends on the day. */
export const dependsOnDay: ReadonlySet<string> = new Set(
  eventRules
    .filter(({ type }) => eventContents[type]?.onDay !== undefined)
    .map(({ entity }) => entity),
)

function fits(when: EventRule['when'], change: ChangeFacts): boolean {
  if (typeof when === 'string') return when === change.action
  const field = change.fields[when.field]
  if (change.action !== 'UPDATED' || field === undefined) return false
  return when.becomes === undefined || field.to === when.becomes
}
