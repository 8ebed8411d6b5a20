import Big from 'big.js'
import { decimal, rounded } from '../../domain/money.ts'
import { refuse } from '../../domain/refusal.ts'
import type { EngineFacts } from '../../domain/factoring/engine.ts'
import type { Debtor } from '../../entities/debtor.ts'
import { FactoringCountry } from '../../entities/factoring-country.ts'
import { SystemDebtor } from '../../entities/system-debtor.ts'
import { byField, rowsOf } from '../../kernel/read/rows.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { HeldDecision } from './lock-decision.ts'

export type CountryOfClaim = EngineFacts['country']

/** Where debtors are, by their ids, and what holds there. */
export type Places = ReadonlyMap<string, Place>

const countryFields = ['code', 'enabled', 'currencies', 'maxLimit', 'requiresInsurance'] as const

interface Place {
  code: string
  home: string
  there: Pick<FactoringCountry, (typeof countryFields)[number]> | null
}

export async function placesOf(unit: Unit, all: readonly HeldDecision[]): Promise<Places> {
  const debtors = all.map(({ debtor }) => debtor)
  const ids = [...new Set(debtors.flatMap(({ systemDebtorId }) => systemDebtorId ?? []))]
  const [{ countryCode: home }, identities] = await Promise.all([
    unit.tenant(),
    ids.length === 0 ? [] : rowsOf(unit, SystemDebtor, { id: ids }, ['id', 'countryCode']),
  ])
  const byId = byField(identities, 'id')
  const codes = new Map(
    debtors.map((debtor) => [
      debtor.id,
      codeOf(debtor, byId.get(debtor.systemDebtorId ?? ''), home),
    ]),
  )
  const known = [...new Set(codes.values())]
  const countries = byField(
    await rowsOf(unit, FactoringCountry, { code: known }, countryFields),
    'code',
  )
  return new Map(
    [...codes].map(([id, code]) => [id, { code, home, there: countries.get(code) ?? null }]),
  )
}

/**
 * The country of each claim, by its debtor. Where a country has got a limit since it was asked who
 * goes alone, none of several is judged: each would be as if the others were not bought.
 */
export async function countriesOf(
  unit: Unit,
  all: readonly HeldDecision[],
  places: Places | null,
): Promise<ReadonlyMap<string, CountryOfClaim>> {
  const countryOf = new Map<string, CountryOfClaim>()
  for (const held of places === null ? [] : all) {
    const place = places!.get(held.debtor.id)!
    if (all.length > 1 && isAtCountryLimit(place)) throw new Error(`${place.code} has a limit now`)
    countryOf.set(held.debtor.id, await countryOfClaim(unit, held, place))
  }
  return countryOf
}

/** The limit of a country is locked for one claim alone, since all clients share it. */
export const isAtCountryLimit = ({ there }: Place): boolean => there?.maxLimit != null

/**
 * The debtor's country, and the total that would be bought there with this claim. If the country
 * has a limit, it is locked until the commit.
 */
export async function countryOfClaim(
  unit: Unit,
  held: HeldDecision,
  place: Place,
): Promise<CountryOfClaim> {
  const { code, home, there } = place
  const isHome = code === home
  if (there === null) return { code, isHome, rule: null, exposure: null }
  const { enabled, currencies, requiresInsurance } = there
  const limit = isAtCountryLimit(place) ? await lockedLimit(unit, code) : null
  const exposure = limit === null ? null : await exposureWith(unit, held, { code, home, limit })
  const [maxLimit, maxLimitCurrency] = [limit?.amount ?? null, limit?.currency ?? null]
  const rule = { enabled, currencies, maxLimit, maxLimitCurrency, requiresInsurance }
  return { code, isHome, rule, exposure }
}

/** The limit of a country is shared by all clients, and binds operators too. */
export function refuseBeyondCountry({ code, rule, exposure }: CountryOfClaim): void {
  const { maxLimit = null, maxLimitCurrency = null } = rule ?? {}
  if (maxLimit === null || maxLimitCurrency === null || exposure === null) return
  if (exposure <= maxLimit) return
  const shown = (minor: bigint) => `${decimal(minor, maxLimitCurrency)} ${maxLimitCurrency}`
  refuse('LIMIT_EXCEEDED', {
    detail: `With the claim ${shown(exposure)} would be open in ${code}, of at most ${shown(maxLimit)}.`,
  })
}

/** The debtor's country: by its address, otherwise by its identity, otherwise the tenant's own. */
function codeOf(
  { invoiceAddress, countryCode }: Debtor,
  identity: Pick<SystemDebtor, 'countryCode'> | undefined,
  home: string,
): string {
  const there = invoiceAddress?.['countryCode']
  if (typeof there === 'string' && /^[A-Z]{2}$/.test(there)) return there
  if (countryCode != null) return countryCode
  return identity?.countryCode ?? home
}

interface CountryLimit {
  amount: bigint
  currency: string
  riskWeight: string
}

async function lockedLimit(unit: Unit, code: string): Promise<CountryLimit | null> {
  const [row] = await unit.transaction.prepared<{
    id: string
    max_limit: string | null
    currency: string
    weight: string
  }>(
    `select id, max_limit::text as max_limit, max_limit_currency as currency,
       risk_weight::text as weight
     from factoring_country where tenant_id = $1 and code = $2 for no key update`,
    [unit.tenantId, code],
  )
  if (row === undefined) return null
  unit.takes('factoring_country', [row.id])
  if (row.max_limit === null) return null
  return { amount: BigInt(row.max_limit), currency: row.currency, riskWeight: row.weight }
}

interface Limited {
  code: string
  home: string
  limit: CountryLimit
}

/** In the currency of the limit, weighted by risk; null if a currency has no rate. */
async function exposureWith(
  unit: Unit,
  { decision, invoice }: HeldDecision,
  { code, home, limit }: Limited,
): Promise<bigint | null> {
  const claim = { currency: invoice.baseCurrency, used: invoice.balance - decision.reserved }
  let all = new Big(0)
  for (const { currency, used } of [...(await usedIn(unit, code, home)), claim]) {
    const worth = await unit.runtime.registered.worthIn(unit, used, currency, limit.currency)
    if (worth === null) return null
    all = all.plus(worth.toString())
  }
  return BigInt(rounded(all.times(limit.riskWeight), 0).toFixed(0))
}

/**
 * A bought claim counts in the country stored with its decision, or else in the debtor's present
 * one.
 */
const whereDebtorIs = (then: string) => `
  join debtor b on b.tenant_id = $1 and b.id = c.debtor_id
  left join system_debtor s on s.tenant_id = $1 and s.id = b.system_debtor_id
  where c.tenant_id = $1 and coalesce(${then},
    substring(b.invoice_address->>'countryCode' from '^[A-Z]{2}$'),
    b.country_code, s.country_code, $3) = $2`

const boughtIn = `(
    select f.country_code from factoring_decision f
    where f.tenant_id = $1 and f.invoice_id = c.id and f.finance_decision = 'APPROVED'
    order by f.id desc limit 1)`

/** What is financed and reserved on all debtors of a country, for all clients. */
function usedIn(
  unit: Unit,
  code: string,
  home: string,
): Promise<{ currency: string; used: bigint }[]> {
  return unit.widened(async () => {
    const rows = await unit.transaction.prepared<{ currency: string; used: string }>(
      `select currency, sum(used)::text as used from (
         select c.base_currency as currency, c.balance as used from invoice c
         ${whereDebtorIs(boughtIn)}
         and c.financing_status in ('FINANCED', 'REFINANCED') and c.balance <> 0
         union all
         select c.currency, c.reserved from factoring_decision c
         ${whereDebtorIs('c.country_code')}
         and c.status <> 'DECIDED' and c.reserved <> 0
       ) counted group by currency`,
      [unit.tenantId, code, home],
    )
    return rows.map(({ currency, used }) => ({ currency, used: BigInt(used) }))
  })
}
