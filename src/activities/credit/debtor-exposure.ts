import type { Unit } from '../../kernel/write/unit.ts'

/** What one client has financed on a debtor and holds for it, in a currency. */
export interface ExposedTo {
  clientId: string
  debtorId: string
  systemDebtorId: string | null
  currency: string
}

const whoseOf = ({ debtorId, systemDebtorId }: ExposedTo) => systemDebtorId ?? debtorId

/** Adds to it, after the limits: it is the last that a claim at its limits holds. */
export function addToExposure(unit: Unit, to: ExposedTo, utilised: bigint, reserved: bigint): void {
  if (utilised === 0n && reserved === 0n) return
  unit.takes('debtor_exposure', [nameOf(to)])
  unit.transaction.ahead(add, [...keyOf(unit, to), `${utilised}`, `${reserved}`])
}

/** Held in one order before it is added to for several claims. */
export async function holdExposures(unit: Unit, all: readonly ExposedTo[]): Promise<void> {
  const keys = all.map((to) => keyOf(unit, to))
  unit.takes('debtor_exposure', all.map(nameOf).toSorted())
  await unit.transaction.prepared(
    `select 1 from debtor_exposure where tenant_id = $1 and (client_id, whose, currency) in
       (select * from unnest($2::uuid[], $3::uuid[], $4::text[]))
     order by client_id, whose, currency for no key update`,
    [unit.tenantId, ...[1, 2, 3].map((at) => keys.map((key) => key[at]))],
  )
}

/** All that is used and held. */
export async function exposureOf(unit: Unit, to: ExposedTo): Promise<bigint> {
  const [row] = await unit.transaction.prepared<{ exposure: string }>(read, keyOf(unit, to))
  return BigInt(row?.exposure ?? 0)
}

const nameOf = (to: ExposedTo) => `${to.clientId} ${whoseOf(to)} ${to.currency}`

const keyOf = (unit: Unit, to: ExposedTo) => [unit.tenantId, to.clientId, whoseOf(to), to.currency]

const add = `
insert into debtor_exposure as e (tenant_id, client_id, whose, currency, utilised, reserved)
values ($1, $2, $3, $4, greatest($5::bigint, 0), greatest($6::bigint, 0))
on conflict (tenant_id, client_id, whose, currency) do update
  set utilised = greatest(e.utilised + $5::bigint, 0),
    reserved = greatest(e.reserved + $6::bigint, 0)`

const read = `select (utilised + reserved)::text as exposure from debtor_exposure
  where tenant_id = $1 and client_id = $2 and whose = $3 and currency = $4`
