import type { BusinessDate } from '../../domain/dates.ts'
import type { TargetType } from '../../domain/pricing/price.ts'
import type { Row } from '../../ports/database/transaction.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Whose list it is: the tenant's own has no id. */
export interface Target {
  targetType: TargetType
  targetId: string | null
}

/** All versions of one target's list in one currency. */
export interface Series extends Target {
  currency: string
}

export interface Version extends Series {
  id: string
  clientId: string | null
  validFrom: BusinessDate
  revision: number
}

export const keyOf = ({ targetType, targetId, currency }: Series) =>
  `${targetType} ${targetId ?? ''} ${currency}`

const columns = `l.id, l.target_type as "targetType", l.target_id as "targetId",
  l.client_id as "clientId", l.currency, l.valid_from as "validFrom", l.revision`

const ofTargets = `select distinct on (l.target_type, l.target_id, l.currency) ${columns}
  from price_list l
  where l.tenant_id = $1 and l.valid_from <= $4 and exists (
    select 1 from unnest($2::text[], $3::uuid[]) as t (type, id)
    where t.type = l.target_type and t.id is not distinct from l.target_id)`

const nearest =
  'order by l.target_type, l.target_id, l.currency, l.valid_from desc, l.revision desc'

/** Of each target and currency the version that is in force on a day. */
export async function versionsInForce(
  unit: Unit,
  targets: readonly Target[],
  day: BusinessDate,
): Promise<Version[]> {
  const values = valuesOf(unit, targets, day)
  const bound = unit.bound('price_list', values, 'l')
  return unit.transaction.query<Version & Row>(`${ofTargets} and ${bound} ${nearest}`, values)
}

const ofDays = `select distinct on (l.target_type, l.target_id, l.currency, l.valid_from) ${columns}
  from price_list l
  where l.tenant_id = $1 and l.valid_from <= $4 and exists (
    select 1 from unnest($2::text[], $3::uuid[]) as t (type, id)
    where t.type = l.target_type and t.id is not distinct from l.target_id)`

/** Of each target and currency the versions that are in force on some day up to this, newest first. */
export async function versionsUpTo(
  unit: Unit,
  targets: readonly Target[],
  day: BusinessDate,
): Promise<Version[]> {
  const values = valuesOf(unit, targets, day)
  const bound = unit.bound('price_list', values, 'l')
  return unit.transaction.query<Version & Row>(`${ofDays} and ${bound} ${nearest}`, values)
}

const valuesOf = (unit: Unit, targets: readonly Target[], day: BusinessDate): unknown[] => [
  unit.tenantId,
  targets.map(({ targetType }) => targetType),
  targets.map(({ targetId }) => targetId),
  day,
]

const ends = `select l.id, l.valid_from::text as "validFrom", (
    select (min(n.valid_from) - 1)::text from price_list n
    where n.tenant_id = l.tenant_id and n.target_type = l.target_type
      and n.target_id is not distinct from l.target_id and n.currency = l.currency
      and n.valid_from > l.valid_from) as "lastDay",
  exists (select 1 from price_list n
    where n.tenant_id = l.tenant_id and n.target_type = l.target_type
      and n.target_id is not distinct from l.target_id and n.currency = l.currency
      and n.valid_from = l.valid_from and n.revision > l.revision) as "isReplaced"
  from price_list l where l.tenant_id = $1 and l.id = any($2)`

export interface End {
  /** The last day on which it is in force, if another follows. */
  validTo: BusinessDate | null
  /** Another that begins on the same day came after it: it is in force on none. */
  isReplaced: boolean
}

interface Found extends Row {
  id: string
  lastDay: string | null
  isReplaced: boolean
}

/** Until when each of these versions is in force. */
export async function endsOf(
  unit: Unit,
  priceListIds: readonly string[],
): Promise<ReadonlyMap<string, End>> {
  const found = await unit.transaction.query<Found>(ends, [unit.tenantId, priceListIds])
  return new Map(
    found.map(({ id, lastDay, isReplaced }) => [
      id,
      { validTo: isReplaced ? null : lastDay, isReplaced },
    ]),
  )
}
