import type { EngineFacts } from '../../domain/factoring/engine.ts'
import { Client } from '../../entities/client.ts'
import type { ClientProduct } from '../../entities/client-product.ts'
import { Debtor } from '../../entities/debtor.ts'
import { FactoringCountry } from '../../entities/factoring-country.ts'
import { SystemDebtor } from '../../entities/system-debtor.ts'
import type { Invoice } from '../../entities/invoice.ts'
import { tenantOf } from '../access/tenant-of.ts'
import { isBlocked } from '../debtors/blocked.ts'
import { settingsOf } from '../clients/settings-of.ts'
import type { Limits } from '../credit/lock-limits.ts'
import { availableFor } from '../credit/use-limits.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** What the engine asks about, read while the invoice and its limits are nobody else's. */
export async function gatherFacts(
  unit: Unit,
  invoice: Invoice,
  product: ClientProduct,
  limits: Limits,
): Promise<EngineFacts> {
  const debtor = await unit.load(Debtor, invoice.debtorId)
  const identity =
    debtor.systemDebtorId == null ? null : await unit.load(SystemDebtor, debtor.systemDebtorId)
  const others = await otherClaims(unit, invoice)
  const { status } = await unit.load(Client, invoice.clientId)
  const { kycStatus } = await settingsOf(unit, invoice.clientId, 'COMPLIANCE')
  return {
    today: limits.today,
    amount: invoice.balance,
    currency: invoice.baseCurrency,
    invoiceDate: invoice.invoiceDate,
    expireDate: invoice.dueDate ?? invoice.expireDate,
    product,
    client: { status, kycStatus },
    debtor: {
      blocked: await isBlocked(unit, debtor, 'FACTORING'),
      status: identity?.status ?? 'ACTIVE',
    },
    available: availableFor(limits, 0n),
    concentration: {
      maxShare: limits.client.maxDebtorShare ?? null,
      ofAll: limits.client.utilised + limits.client.reserved,
      ofDebtor: others.financed,
    },
    country: await countryOf(unit, addressCountry(debtor) ?? identity?.countryCode, {
      used:
        limits.debtor === null ? others.financed : limits.debtor.utilised + limits.debtor.reserved,
    }),
    duplicates: others.duplicates,
    soldBefore: invoice.soldDate != null,
  }
}

function addressCountry({ invoiceAddress }: Debtor): string | undefined {
  const code = invoiceAddress?.['countryCode']
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : undefined
}

async function countryOf(
  unit: Unit,
  known: string | undefined,
  { used }: { used: bigint },
): Promise<EngineFacts['country']> {
  const home = (await tenantOf(unit)).countryCode
  const code = known ?? home
  const rule = await unit.find(FactoringCountry, { code })
  if (rule === null) return { code, isHome: code === home, rule, used }
  const { enabled, currencies, requiresInsurance } = rule
  const maxLimit = rule.maxLimit ?? null
  const maxLimitCurrency = rule.maxLimitCurrency ?? null
  const told = { enabled, currencies, maxLimit, maxLimitCurrency, requiresInsurance }
  return { code, isHome: code === home, rule: told, used }
}

interface Others extends Record<string, unknown> {
  financed: string
  duplicates: number
}

/** What else is financed on the same debtor, and what of it looks like this claim once more. */
async function otherClaims(unit: Unit, invoice: Invoice) {
  const [row] = await unit.transaction.prepared<Others>(
    `select coalesce(sum(balance) filter (where base_currency = $4
         and financing_status in ('FINANCED', 'REFINANCED')), 0)::text as financed,
       count(*) filter (where invoice_date = $5 and gross_amount = $6
         and invoice_currency = $7)::int as duplicates
     from invoice where tenant_id = $1 and debtor_id = $2 and id <> $3
     and financing_status in ('REQUESTED', 'FINANCED', 'REFINANCED')`,
    [
      unit.tenantId,
      invoice.debtorId,
      invoice.id,
      invoice.baseCurrency,
      invoice.invoiceDate,
      invoice.grossAmount.toString(),
      invoice.invoiceCurrency,
    ],
  )
  return { financed: BigInt(row?.financed ?? '0'), duplicates: row?.duplicates ?? 0 }
}
