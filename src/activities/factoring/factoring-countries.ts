import { z } from 'zod'
import { hasPlacesOf, minorOf } from '../../domain/money.ts'
import { invalid } from '../../domain/refusal.ts'
import { FactoringCountry } from '../../entities/factoring-country.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { amountSent, countryCode, currencyCode } from '../../kernel/read/amounts.ts'

export const changeCountryInput = bodyOf(FactoringCountry, ['enabled'])
  .extend({ currencies: z.array(currencyCode).max(50), maxLimit: amountSent.nullable() })
  .extend(bodyOf(FactoringCountry, ['maxLimitCurrency', 'riskWeight', 'requiresInsurance']).shape)
  .partial()
type CountryFields = z.output<typeof changeCountryInput>

export const openCountryInput = changeCountryInput.extend({ code: countryCode })

/** Opens or closes a country; a person decides on claims of a country without an entry. */
export async function openCountry(
  unit: Unit,
  { code, ...sent }: z.output<typeof openCountryInput>,
): Promise<FactoringCountry> {
  const fields = {
    code,
    enabled: sent.enabled ?? true,
    currencies: [...new Set(sent.currencies ?? [])],
    riskWeight: sent.riskWeight ?? '1',
    requiresInsurance: sent.requiresInsurance ?? false,
  }
  return limited(unit, unit.add(FactoringCountry, fields), sent)
}

export async function changeCountry(
  unit: Unit,
  code: string,
  sent: CountryFields,
): Promise<FactoringCountry> {
  const row = await unit.load(FactoringCountry, { code })
  const { enabled, currencies, riskWeight, requiresInsurance } = sent
  if (enabled !== undefined) row.enabled = enabled
  if (currencies !== undefined) row.currencies = [...new Set(currencies)]
  if (riskWeight !== undefined) row.riskWeight = riskWeight
  if (requiresInsurance !== undefined) row.requiresInsurance = requiresInsurance
  return limited(unit, row, sent)
}

/** A limit has a currency: the one that is named, the one it had, or the tenant's. */
async function limited(
  unit: Unit,
  row: FactoringCountry,
  { maxLimit, maxLimitCurrency }: CountryFields,
): Promise<FactoringCountry> {
  if (maxLimit === undefined && maxLimitCurrency === undefined) return row
  if (maxLimit === null) return Object.assign(row, { maxLimit: null, maxLimitCurrency: null })
  const currency = maxLimitCurrency ?? row.maxLimitCurrency ?? (await unit.tenant()).currency
  if (maxLimit === undefined) {
    // A changed currency needs a new amount, because the old number would mean something else.
    if (row.maxLimit != null && currency !== row.maxLimitCurrency) {
      invalid('/maxLimit', 'REQUIRED', 'Send the limit in the new currency')
    }
    return row
  }
  if (!hasPlacesOf(maxLimit, currency)) {
    invalid('/maxLimit', 'TOO_PRECISE', `More decimal places than ${currency} has`)
  }
  return Object.assign(row, { maxLimit: minorOf(maxLimit, currency), maxLimitCurrency: currency })
}
