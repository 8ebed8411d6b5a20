import type { BlockedProduct } from '../../domain/debtors/block.ts'
import { normalisedNumber } from '../../domain/identification-number.ts'
import { refuse } from '../../domain/refusal.ts'
import type { Debtor } from '../../entities/debtor.ts'
import { SystemDebtor } from '../../entities/system-debtor.ts'
import { tenantOf, todayOf } from '../access/tenant-of.ts'
import type { Unit } from '../../kernel/write/unit.ts'

type Known = Pick<Debtor, 'clientId' | 'identificationNumber' | 'systemDebtorId'>

/** A block of credit also blocks factoring. */
const binding: Readonly<Record<BlockedProduct, readonly BlockedProduct[]>> = {
  FACTORING: ['FACTORING', 'CREDIT'],
  CREDIT: ['CREDIT'],
  SERVICE: ['SERVICE'],
}

/** Refuses requests and decisions while the debtor is blocked. */
export async function refuseBlocked(
  unit: Unit,
  debtor: Known,
  product: BlockedProduct,
): Promise<void> {
  if (await isBlocked(unit, debtor, product)) refuse('DEBTOR_BLOCKED')
}

/** Whether the product is blocked for this debtor, by its client or by the tenant. */
export async function isBlocked(
  unit: Unit,
  debtor: Known,
  product: BlockedProduct,
): Promise<boolean> {
  const identity = await identityOf(unit, debtor)
  if (identity === null) return false
  const today = await todayOf(unit)
  // Read with the tenant's scope, because blocks of the tenant bind a client that cannot see them.
  return unit.widened(async () => {
    const rows = await unit.transaction.query(
      `select 1 from debtor_blocked where tenant_id = $1 and identification_number = $2
       and country_code = $3 and blocked_from <= $4 and products && $5
       and (scope = 'TENANT' or client_id = $6) limit 1`,
      [unit.tenantId, ...identity, today, [...binding[product]], debtor.clientId],
    )
    return rows.length > 0
  })
}

/** The same for many debtors in one statement; returns those that are blocked. */
export async function blockedOf(
  unit: Unit,
  debtorIds: readonly string[],
  product: BlockedProduct,
): Promise<ReadonlySet<string>> {
  const today = await todayOf(unit)
  const rows = await unit.widened(() =>
    unit.transaction.prepared<{ id: string }>(
      `select d.id from debtor d
       join system_debtor s on s.tenant_id = $1 and s.id = d.system_debtor_id
       join debtor_blocked b on b.tenant_id = $1
         and b.identification_number = s.identification_number
         and b.country_code = s.country_code and b.blocked_from <= $3 and b.products && $4
         and (b.scope = 'TENANT' or b.client_id = d.client_id)
       where d.tenant_id = $1 and d.id = any($2)`,
      [unit.tenantId, [...debtorIds], today, [...binding[product]]],
    ),
  )
  return new Set(rows.map(({ id }) => id))
}

type Identity = [identificationNumber: string, countryCode: string]

async function identityOf(
  unit: Unit,
  { identificationNumber, systemDebtorId }: Pick<Debtor, 'identificationNumber' | 'systemDebtorId'>,
): Promise<Identity | null> {
  if (systemDebtorId != null) {
    const known = await unit.read(SystemDebtor, systemDebtorId)
    return [known.identificationNumber, known.countryCode]
  }
  if (identificationNumber == null) return null
  const { countryCode } = await tenantOf(unit)
  return [normalisedNumber(identificationNumber, countryCode), countryCode]
}
