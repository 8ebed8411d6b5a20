import type { BlockedProduct } from '../../domain/debtors/block.ts'
import { normalisedNumber } from '../../domain/identification-number.ts'
import type { Debtor } from '../../entities/debtor.ts'
import { SystemDebtor } from '../../entities/system-debtor.ts'
import { byField, rowsOf } from '../../kernel/read/rows.ts'
import { known } from '../../kernel/write/known.ts'
import type { Unit } from '../../kernel/write/unit.ts'

type Known = Pick<Debtor, 'clientId' | 'identificationNumber' | 'systemDebtorId'>

/** A block of credit also blocks factoring. */
const binding: Readonly<Record<BlockedProduct, readonly BlockedProduct[]>> = {
  FACTORING: ['FACTORING', 'CREDIT'],
  CREDIT: ['CREDIT'],
  SERVICE: ['SERVICE'],
}

/** Nothing is financed on a bankrupt debtor, and what is invoiced may still be served. */
const endsWithBankruptcy = (product: BlockedProduct) => product !== 'SERVICE'

/** Whether the product is blocked for this debtor, by its client or by the tenant. */
export async function isBlocked(
  unit: Unit,
  debtor: Known,
  product: BlockedProduct,
): Promise<boolean> {
  return (await blockedAmong(unit, [debtor], product)).length > 0
}

/** Those of these debtors that are blocked, whether or not they have an identity of the tenant's. */
export async function blockedAmong<D extends Known>(
  unit: Unit,
  debtors: readonly D[],
  product: BlockedProduct,
): Promise<D[]> {
  const identityOf = await identitiesOf(unit, debtors)
  const named = debtors.flatMap((debtor) => {
    const identity = identityOf(debtor)
    return identity === null ? [] : [{ debtor, identity }]
  })
  if (named.length === 0) return []
  const today = await unit.today()
  // Read with the tenant's scope, because blocks of the tenant bind a client that cannot see them.
  const rows = await unit.widened(() =>
    unit.transaction.prepared<{ at: number }>(
      `select k.at::int from unnest($2::text[], $3::text[], $4::uuid[])
         with ordinality k (number, country, client_id, at)
       where exists (select from debtor_blocked b where b.tenant_id = $1
         and b.identification_number = k.number and b.country_code = k.country
         and b.blocked_from <= $5 and b.products && $6
         and (b.scope = 'TENANT' or b.client_id = k.client_id))
       or ($7 and exists (select from system_debtor s where s.tenant_id = $1
         and s.identification_number = k.number and s.country_code = k.country
         and s.status = 'BANKRUPT'))`,
      [
        unit.tenantId,
        named.map(({ identity: [number] }) => number),
        named.map(({ identity: [, country] }) => country),
        named.map(({ debtor }) => debtor.clientId),
        today,
        [...binding[product]],
        endsWithBankruptcy(product),
      ],
    ),
  )
  return rows.map(({ at }) => named[at - 1]!.debtor)
}

/** The same of those with such an identity, by their ids alone. */
export async function blockedOf(
  unit: Unit,
  debtorIds: readonly string[],
  product: BlockedProduct,
): Promise<ReadonlySet<string>> {
  const today = await unit.today()
  const rows = await unit.widened(() =>
    known<{ id: string }>(
      unit,
      `select d.id from debtor d
       join system_debtor s on s.tenant_id = $1 and s.id = d.system_debtor_id
       where d.tenant_id = $1 and d.id = any($2) and (exists (
           select from debtor_blocked b where b.tenant_id = $1
             and b.identification_number = s.identification_number
             and b.country_code = s.country_code and b.blocked_from <= $3 and b.products && $4
             and (b.scope = 'TENANT' or b.client_id = d.client_id))
         or ($5 and s.status = 'BANKRUPT'))`,
      [unit.tenantId, [...debtorIds], today, [...binding[product]], endsWithBankruptcy(product)],
      true,
    ),
  )
  return new Set(rows.map(({ id }) => id))
}

type Identity = [identificationNumber: string, countryCode: string]

export async function identitiesOf(
  unit: Unit,
  debtors: readonly Known[],
): Promise<(debtor: Known) => Identity | null> {
  const ids = [...new Set(debtors.flatMap(({ systemDebtorId }) => systemDebtorId ?? []))]
  const fields = ['id', 'identificationNumber', 'countryCode'] as const
  const [identities, { countryCode }] = await Promise.all([
    ids.length === 0 ? [] : rowsOf(unit, SystemDebtor, { id: ids }, fields),
    unit.tenant(),
  ])
  const byId = byField(identities, 'id')
  return ({ identificationNumber, systemDebtorId }) => {
    const identity = byId.get(systemDebtorId ?? '')
    if (identity !== undefined) return [identity.identificationNumber, identity.countryCode]
    if (identificationNumber == null) return null
    return [normalisedNumber(identificationNumber, countryCode), countryCode]
  }
}
