import { takesSecond, type DualControl } from '../../domain/dual-control.ts'
import { settingsOfTenant } from '../../kernel/read/settings-in-force.ts'
import { lockKey } from '../../kernel/write/lock-key.ts'
import type { SecondNeeded } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { actedByCaller } from '../access/who-is-behind.ts'
import { dualControlSettings } from './settings.ts'

/** By what the tenant has chosen for the topic, in its own currency. */
export async function isNeeded(unit: Unit, needed: SecondNeeded): Promise<boolean> {
  const { rule, worth, currency } = await judged(unit, needed)
  return takesSecond(rule, worth, currency)
}

/**
 * Parts of what takes two people take two as well, once they are as much together: all that one
 * person does alone on a day is counted, with what it does and in its transaction.
 */
export async function mayDoAlone(unit: Unit, needed: SecondNeeded): Promise<boolean> {
  const { rule, worth, currency } = await judged(unit, needed)
  if (takesSecond(rule, worth, currency)) return false
  // A state says itself how far it has been brought alone.
  if (worth === null || !rule.startsWith('ABOVE') || needed.isState === true) return true
  const { topic, subject, partOf = subject.clientId ?? unit.tenantId } = needed
  const key = { topic, partOf, day: await unit.today() }
  await lockKey(unit, 'done alone', `${topic} ${partOf}`)
  const part = worth < 0n ? -worth : worth
  if (takesSecond(rule, part + (await doneByCaller(unit, key)), currency)) return false
  await count(unit, key, part)
  return true
}

interface Judged {
  rule: DualControl
  /** In the tenant's currency; null where there is no amount, or nobody knows its worth. */
  worth: bigint | null
  currency: string
}

async function judged(unit: Unit, { topic, amount }: SecondNeeded): Promise<Judged> {
  const { [topic]: rule } = await settingsOfTenant(unit, dualControlSettings)
  const { currency } = await unit.tenant()
  if (amount === undefined || !rule.startsWith('ABOVE')) return { rule, worth: null, currency }
  const { worthIn } = unit.runtime.registered
  const isOwn = amount.currency === currency
  const worth = isOwn
    ? amount.minor
    : await unit.widened(() => worthIn(unit, amount.minor, amount.currency, currency))
  return { rule, worth, currency }
}

interface Key {
  topic: string
  partOf: string
  day: string
}

/** Also by tokens and accounts behind which the same person is. */
async function doneByCaller(unit: Unit, { topic, partOf, day }: Key): Promise<bigint> {
  const rows = await unit.widened(() =>
    unit.transaction.prepared<{ doneBy: string; worth: string }>(
      `select done_by as "doneBy", worth::text as worth from done_alone
       where tenant_id = $1 and day = $2 and topic = $3 and part_of = $4`,
      [unit.tenantId, day, topic, partOf],
    ),
  )
  if (rows.length === 0) return 0n
  const own = await actedByCaller(
    unit,
    rows.map(({ doneBy }) => doneBy),
  )
  return rows
    .filter(({ doneBy }) => own.has(doneBy))
    .reduce((sum, { worth }) => sum + BigInt(worth), 0n)
}

async function count(unit: Unit, { topic, partOf, day }: Key, worth: bigint): Promise<void> {
  await unit.widened(() =>
    unit.transaction.prepared(
      `insert into done_alone (tenant_id, day, topic, part_of, done_by, worth)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (tenant_id, day, topic, part_of, done_by)
       do update set worth = done_alone.worth + excluded.worth`,
      [unit.tenantId, day, topic, partOf, unit.principal.id, String(worth)],
    ),
  )
}
