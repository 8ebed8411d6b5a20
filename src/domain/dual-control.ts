import { minorOf } from './money.ts'

/** Whether something takes a second person: never, always, or above an amount of the tenant's currency. */
export type DualControl = 'OFF' | 'ALWAYS' | `ABOVE:${string}`

/** Something that may take a second person. */
export interface SecondTopic {
  /** Whether it does where nobody has chosen. */
  usual: DualControl
  /** Why a client's own people may ask for it and agree; without it only the tenant's people may. */
  ofClients?: string
}

export const dualControlShape = /^(?:OFF|ALWAYS|ABOVE:\d{1,12}(?:\.\d{1,2})?)$/

const boundOf = (rule: DualControl): string | undefined =>
  rule.startsWith('ABOVE:') ? rule.slice('ABOVE:'.length) : undefined

/** What nobody knows the worth of counts as above any amount. */
export function takesSecond(rule: DualControl, worth: bigint | null, currency: string): boolean {
  const bound = boundOf(rule)
  if (bound === undefined) return rule === 'ALWAYS'
  if (worth === null) return true
  return (worth < 0n ? -worth : worth) > minorOf(bound, currency)
}

/** From 0, which lets nothing through, to no bound at all. */
const laxityOf = (rule: DualControl): number =>
  rule === 'OFF' ? Infinity : rule === 'ALWAYS' ? -1 : Number(boundOf(rule))

export const isLaxer = (from: DualControl, to: DualControl): boolean =>
  laxityOf(to) > laxityOf(from)

export interface Side {
  from?: unknown
  to?: unknown
}

/** One row that is made, changed or deleted, in the words of callers. */
export interface EffectRow {
  entity: string
  action: 'CREATED' | 'UPDATED' | 'DELETED'
  /** Empty for a row that is only made then. */
  id: string | null
  clientId: string | null
  fields: Readonly<Record<string, Side>>
}
