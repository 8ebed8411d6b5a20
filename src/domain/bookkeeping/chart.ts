import Big from 'big.js'
import type { AccountType, OwnerType, ClientAccountType } from './ledger.ts'

/** An account as the chart of a new book has it: its role is what posting rules name. */
export interface ChartLine {
  role: string
  number: string
  name: string
  type: AccountType
  vatCode?: string
}

const line = (role: string, number: string, name: string, type: AccountType): ChartLine => ({
  role,
  number,
  name,
  type,
})

const vatLines: readonly ChartLine[] = [
  { ...line('VAT_OUT_25', '2611', 'Utgående moms 25 %', 'LIABILITY'), vatCode: '25' },
  { ...line('VAT_OUT_12', '2621', 'Utgående moms 12 %', 'LIABILITY'), vatCode: '12' },
  { ...line('VAT_OUT_6', '2631', 'Utgående moms 6 %', 'LIABILITY'), vatCode: '6' },
  line('VAT_OUT_OTHER', '2619', 'Utgående moms, övriga satser', 'LIABILITY'),
  line('VAT_IN', '2641', 'Ingående moms', 'ASSET'),
]

const tenantChart: readonly ChartLine[] = [
  line('AR_PURCHASED', '1511', 'Förvärvade kundfordringar', 'ASSET'),
  line('CLIENT_BILLED_AR', '1513', 'Fordringar på klienter', 'ASSET'),
  line('AR_FEES', '1516', 'Avgiftsfordringar på gäldenärer', 'ASSET'),
  line('AR_INTEREST', '1517', 'Räntefordringar på gäldenärer', 'ASSET'),
  line('ADVANCE_PLEDGED', '1681', 'Utlåning mot fakturor', 'ASSET'),
  line('LOAN_PRINCIPAL', '1682', 'Företagslån', 'ASSET'),
  line('CURRENCY_EXCHANGE', '1686', 'Valutaväxling', 'ASSET'),
  line('NPL', '1687', 'Förvärvade fordringsportföljer', 'ASSET'),
  line('SETTLEMENT', '1688', 'Avräkning med partner', 'ASSET'),
  line('OUTLAY', '1689', 'Utlägg hos myndighet', 'ASSET'),
  line('LOAN_INT_RECEIVABLE', '1760', 'Upplupna ränteintäkter', 'ASSET'),
  line('BANK_OWN', '1930', 'Företagskonto', 'ASSET'),
  line('BANK', '1940', 'Klientmedelskonto', 'ASSET'),
  line('IN_TRANSIT', '1979', 'Utbetalningar på väg', 'ASSET'),
  line('PAYABLE', '2440', 'Leverantörsskulder', 'LIABILITY'),
  ...vatLines,
  line('UNALLOCATED', '2891', 'Oplacerade inbetalningar', 'LIABILITY'),
  line('CLIENT_PAYABLE', '2892', 'Skuld till klienter', 'LIABILITY'),
  line('RESERVE', '2893', 'Innehållna medel', 'LIABILITY'),
  line('FEE_REV', '3041', 'Avgiftsintäkter', 'INCOME'),
  line('FIN_REV', '3042', 'Finansieringsintäkter', 'INCOME'),
  line('LOAN_FEE_REV', '3043', 'Låneavgifter', 'INCOME'),
  line('NPL_INCOME', '3044', 'Intäkter av förvärvade portföljer', 'INCOME'),
  line('REMINDER_REV', '3591', 'Påminnelseavgifter', 'INCOME'),
  line('COLLECTION_REV', '3592', 'Inkassoavgifter', 'INCOME'),
  line('ROUNDING', '3740', 'Öresavrundning', 'INCOME'),
  line('FX_GAIN', '3960', 'Valutakursvinster', 'INCOME'),
  line('CREDIT_LOSS', '6351', 'Kreditförluster', 'EXPENSE'),
  line('FX_LOSS', '7960', 'Valutakursförluster', 'EXPENSE'),
  line('LOAN_INT_REV', '8310', 'Ränteintäkter från lån', 'INCOME'),
  line('LATE_INT_REV', '8313', 'Dröjsmålsränta', 'INCOME'),
  line('REFINANCING_COST', '8491', 'Refinansieringskostnader', 'EXPENSE'),
]

const clientChart: readonly ChartLine[] = [
  line('AR', '1510', 'Kundfordringar', 'ASSET'),
  line('AR_PLEDGED', '1512', 'Belånade kundfordringar', 'ASSET'),
  line('AR_DOUBTFUL', '1515', 'Osäkra kundfordringar', 'ASSET'),
  line('PROVISION', '1519', 'Nedskrivning av kundfordringar', 'ASSET'),
  line('CLEARING', '1684', 'Avräkning', 'ASSET'),
  line('CLEARING_RESERVE', '1685', 'Avräkning, innehållna medel', 'ASSET'),
  line('SETTLEMENT', '1688', 'Avräkning med andra', 'ASSET'),
  line('BANK', '1930', 'Företagskonto', 'ASSET'),
  line('LOAN_LIABILITY', '2350', 'Lån', 'LIABILITY'),
  ...vatLines,
  line('FACTORING_DEBT', '2890', 'Belåningsskuld', 'LIABILITY'),
  line('LOAN_INT_PAYABLE', '2960', 'Upplupna räntekostnader', 'LIABILITY'),
  line('REVENUE_25', '3001', 'Försäljning 25 % moms', 'INCOME'),
  line('REVENUE_12', '3002', 'Försäljning 12 % moms', 'INCOME'),
  line('REVENUE_6', '3003', 'Försäljning 6 % moms', 'INCOME'),
  line('REVENUE_0', '3004', 'Försäljning utan moms', 'INCOME'),
  line('REVENUE_OTHER', '3009', 'Försäljning, övriga momssatser', 'INCOME'),
  line('REMINDER_REV', '3593', 'Påminnelseavgifter', 'INCOME'),
  line('ROUNDING', '3740', 'Öresavrundning', 'INCOME'),
  line('FX_GAIN', '3960', 'Valutakursvinster', 'INCOME'),
  line('FEE_CREDITINFO', '6061', 'Kreditupplysningar', 'EXPENSE'),
  line('FEE_COLLECTION', '6062', 'Inkassokostnader', 'EXPENSE'),
  line('FEE_INSURANCE', '6063', 'Kreditförsäkring', 'EXPENSE'),
  line('FEE_FACTORING', '6064', 'Factoringavgifter', 'EXPENSE'),
  line('FEE_SERVICE', '6069', 'Reskontraavgifter', 'EXPENSE'),
  line('BAD_DEBT', '6351', 'Konstaterade kundförluster', 'EXPENSE'),
  line('PROVISION_COST', '6352', 'Befarade kundförluster', 'EXPENSE'),
  line('FX_LOSS', '7960', 'Valutakursförluster', 'EXPENSE'),
  line('LATE_INT_REV', '8313', 'Dröjsmålsränta', 'INCOME'),
  line('INT_EXP', '8420', 'Räntekostnader', 'EXPENSE'),
]

/** The roles of each book with their Swedish BAS numbers: defaults that an accountant may change. */
export const charts: Readonly<Record<OwnerType, readonly ChartLine[]>> = {
  TENANT: tenantChart,
  CLIENT: clientChart,
}

export interface LineInCurrency extends ChartLine {
  currency: string
}

const nameMax = 200

type ExistingAccount = Pick<LineInCurrency, 'number' | 'currency'> & {
  role?: string | null | undefined
}

/**
 * What a book lacks in each of these currencies. In its first one an account has the chart's
 * number, unless an accountant has taken that; in a further one it stands beside: `1510`, `15101`.
 */
export function missingLines(
  ownerType: OwnerType,
  existing: readonly ExistingAccount[],
  currencies: readonly string[],
): LineInCurrency[] {
  const numbers = new Set(existing.map(({ number }) => number))
  const missing: LineInCurrency[] = []
  for (const currency of new Set(currencies)) {
    for (const line of charts[ownerType]) {
      const playing = [...existing, ...missing].filter(({ role }) => role === line.role)
      if (playing.some((one) => one.currency === currency)) continue
      const isFurther = playing.length > 0
      if (!isFurther && numbers.has(line.number)) continue
      const number = isFurther ? numberBeside(line.number, numbers) : line.number
      const name = isFurther ? `${line.name} ${currency}` : line.name
      numbers.add(number)
      missing.push({ ...line, number, name, currency })
    }
  }
  return missing
}

/**
 * What an existing chart lacks in a currency because the platform added the role later. An account
 * that exists without its role was taken out of the chart by a person, and stays out.
 */
export function neverOpened(
  ownerType: OwnerType,
  existing: readonly ExistingAccount[],
  wanted: readonly { role: string; currency: string }[],
): LineInCurrency[] {
  const had = ({ number }: ChartLine, currency: string) =>
    existing.some((one) => one.currency === currency && one.number.startsWith(number))
  return missingLines(ownerType, existing, [
    ...new Set(wanted.map(({ currency }) => currency)),
  ]).filter(
    (line) =>
      wanted.some(({ role, currency }) => role === line.role && currency === line.currency) &&
      !had(
        charts[ownerType].find(({ role }) => role === line.role)!,
        line.currency,
      ),
  )
}

/** An account that an accountant made, in a further currency. */
export function lineInFurtherCurrency<Own extends { number: string; name: string }>(
  own: Own,
  existing: readonly { number: string }[],
  currency: string,
) {
  const number = numberBeside(own.number, new Set(existing.map((one) => one.number)))
  const name = `${own.name} ${currency}`.slice(0, nameMax)
  return { ...own, number, name, currency, besideNumber: own.number }
}

function numberBeside(number: string, taken: ReadonlySet<string>): string {
  let n = 1
  while (taken.has(`${number}${n}`)) n++
  return `${number}${n}`
}

const roles: Readonly<Record<OwnerType, ReadonlySet<string>>> = {
  TENANT: new Set(tenantChart.map(({ role }) => role)),
  CLIENT: new Set(clientChart.map(({ role }) => role)),
}

/** What an account may play in postings; besides these, the turnover and VAT of further rates. */
export const accountRoles: readonly string[] = [
  ...new Set([...roles.TENANT, ...roles.CLIENT]),
].toSorted()
export const roleOfFurtherRate = /^(?:REVENUE|VAT_OUT)_\d{1,3}(?:\.\d{1,2})?$/

/** The role, or the one that stands in for a VAT rate that the chart has no line for. */
export function chartRole(ownerType: OwnerType, role: string): string {
  if (roles[ownerType].has(role)) return role
  if (role.startsWith('VAT_OUT_')) return 'VAT_OUT_OTHER'
  return role.startsWith('REVENUE_') ? 'REVENUE_OTHER' : role
}

/** The role of a VAT rate: `25.00` and `25` are the same rate. */
export function roleOfRate(kind: 'REVENUE' | 'VAT_OUT', rate: unknown): string {
  return `${kind}_${new Big(String(rate ?? '0')).toFixed()}`
}

/** What claims for something else than goods and services are booked as. */
export const revenueOf: Readonly<Record<string, string>> = {
  INTEREST: 'LATE_INT_REV',
  FEE: 'REMINDER_REV',
}

const controlInBoth = [
  'AR',
  'AR_DOUBTFUL',
  'AR_PURCHASED',
  'AR_FEES',
  'AR_INTEREST',
  'CLIENT_BILLED_AR',
  'CLIENT_PAYABLE',
  'RESERVE',
  'UNALLOCATED',
  'IN_TRANSIT',
  'CLEARING',
  'CLEARING_RESERVE',
]

/**
 * Control accounts: moved only by financial events, so that books and sub-ledger agree. With whom
 * the tenant settles it keeps accounts of; a client settles with others as it likes.
 */
export const controlRoles: Readonly<Record<OwnerType, ReadonlySet<string>>> = {
  TENANT: new Set([...controlInBoth, 'SETTLEMENT']),
  CLIENT: new Set(controlInBoth),
}

export const isControl = (role: string | null | undefined, ownerType: OwnerType): boolean =>
  role != null && controlRoles[ownerType].has(role)

/** Each book mirrors what its owner keeps: what mirrors something of the other's is no role in it. */
export const isControlElsewhere = (role: string | null | undefined, ownerType: OwnerType) =>
  isControl(role, ownerType) && !charts[ownerType].some((line) => line.role === role)

/** The role of a client account in the tenant's book, and of what mirrors it in the client's. */
export function rolesOfClientAccount(type: ClientAccountType): { tenant: string; client: string } {
  return type === 'RESERVE'
    ? { tenant: 'RESERVE', client: 'CLEARING_RESERVE' }
    : { tenant: 'CLIENT_PAYABLE', client: 'CLEARING' }
}

/**
 * The roles that a manual transaction may be booked against, and the client's counterpart: no
 * control accounts.
 */
export const counterRoles: Readonly<Record<string, string>> = {
  BANK: 'BANK',
  SETTLEMENT: 'SETTLEMENT',
  FEE_REV: 'FEE_SERVICE',
  FIN_REV: 'FEE_FACTORING',
  COLLECTION_REV: 'FEE_COLLECTION',
  CREDIT_LOSS: 'FEE_SERVICE',
  ROUNDING: 'ROUNDING',
}
