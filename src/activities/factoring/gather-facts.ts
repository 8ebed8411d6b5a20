import type { EngineFacts } from '../../domain/factoring/engine.ts'
import { kycStatusOn } from '../../domain/clients/kyc.ts'
import { countryOfDebtor, identityOf } from '../../domain/debtors/debtor-sent.ts'
import { isNumberOf } from '../../domain/identification-number.ts'
import { Client } from '../../entities/client.ts'
import type { ClientProduct } from '../../entities/client-product.ts'
import type { Debtor } from '../../entities/debtor.ts'
import { SystemDebtor } from '../../entities/system-debtor.ts'
import type { Invoice } from '../../entities/invoice.ts'
import { isBlocked } from '../debtors/blocked.ts'
import { complianceSettings } from '../clients/settings.ts'
import type { Limits } from '../credit/lock-limits.ts'
import { availableFor } from '../credit/use-limits.ts'
import { isUnderReview } from '../system/under-review.ts'
import { settingsOf } from '../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { CountryOfClaim } from './country-of-claim.ts'
import type { HeldDecision } from './lock-decision.ts'

/** The engine's facts, read while the invoice and its limits are locked. */
export async function gatherFacts(
  unit: Unit,
  { invoice, debtor }: HeldDecision,
  bounds: { product: ClientProduct; limits: Limits; country: CountryOfClaim },
): Promise<EngineFacts> {
  const { product, limits, country } = bounds
  const { clientId } = invoice
  const others = await otherClaims(unit, invoice, debtor)
  const client = await unit.load(Client, clientId)
  const known = await settingsOf(unit, clientId, complianceSettings)
  const kycStatus = kycStatusOn(known, limits.today)
  return {
    today: limits.today,
    amount: invoice.balance,
    currency: invoice.baseCurrency,
    invoiceDate: invoice.invoiceDate,
    expireDate: invoice.dueDate ?? invoice.expireDate,
    product,
    client: { status: client.status, kycStatus },
    debtor: await factsOfDebtor(unit, debtor, client),
    underReview: await isUnderReview(unit, {
      clientId,
      debtorId: debtor.id,
      invoiceId: invoice.id,
    }),
    available: availableFor(limits, 0n),
    concentration: {
      maxShare: limits.client.maxDebtorShare ?? null,
      ofAll: limits.client.utilised + limits.client.reserved,
      ofDebtor: others.used,
    },
    country,
    duplicates: others.duplicates,
    ofOthers: others.ofOthers,
    soldBefore: invoice.soldDate != null,
  }
}

async function factsOfDebtor(
  unit: Unit,
  debtor: Debtor,
  client: Client,
): Promise<EngineFacts['debtor']> {
  const { systemDebtorId, identificationNumber: number, type } = debtor
  const identity = systemDebtorId == null ? null : await unit.load(SystemDebtor, systemDebtorId)
  const country = countryOfDebtor(debtor, client.countryCode)
  const known = identityOf(debtor, client.countryCode)
  return {
    blocked: await isBlocked(unit, debtor, 'FACTORING'),
    status: identity?.status ?? 'ACTIVE',
    type,
    number: number == null ? 'MISSING' : isNumberOf(number, country) ? 'VALID' : 'FAULTY',
    // A client has its number in the same form.
    isClient: known !== null && known === identityOf(client, client.countryCode),
  }
}

interface Others extends Record<string, unknown> {
  used: string
  duplicates: number
  of_others: number
}

/**
 * What the client has financed on the same debtor, or held for it, by whatever customer number, and
 * what looks like this claim once more.
 */
async function otherClaims(unit: Unit, invoice: Invoice, debtor: Debtor) {
  const [row] = await unit.transaction.prepared<Others>(
    `with same as materialized (
       select id from debtor where tenant_id = $1 and (id = $2 or system_debtor_id = $10))
     select (coalesce(sum(balance) filter (where client_id = $8 and base_currency = $4
         and financing_status in ('FINANCED', 'REFINANCED')), 0)
         + (select coalesce(sum(reserved), 0) from factoring_decision
            where tenant_id = $1 and client_id = $8 and currency = $4 and status <> 'DECIDED'
            and invoice_id <> $3 and debtor_id in (select id from same)))::text as used,
       count(*) filter (where client_id = $8 and is_day and is_amount)::int as duplicates,
       count(*) filter (where client_id <> $8 and (is_day and is_amount
         or invoice_number = $9 and (is_day or is_amount)))::int as of_others
     from (
       select i.*, i.invoice_date = $5 as is_day,
         i.gross_amount = $6 and i.invoice_currency = $7 as is_amount
       from invoice i where i.tenant_id = $1 and i.id <> $3 and i.financing_status <> 'NONE'
       and i.debtor_id in (select id from same)
     ) others`,
    [
      unit.tenantId,
      debtor.id,
      invoice.id,
      invoice.baseCurrency,
      invoice.invoiceDate,
      invoice.grossAmount.toString(),
      invoice.invoiceCurrency,
      invoice.clientId,
      invoice.invoiceNumber,
      debtor.systemDebtorId ?? null,
    ],
  )
  const { used = '0', duplicates = 0, of_others: ofOthers = 0 } = row ?? {}
  return { used: BigInt(used), duplicates, ofOthers }
}
