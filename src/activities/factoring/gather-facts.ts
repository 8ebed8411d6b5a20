import type { EngineFacts } from '../../domain/factoring/engine.ts'
import { kycStatusOn } from '../../domain/clients/kyc.ts'
import { countryOfDebtor, identityOf } from '../../domain/debtors/debtor-sent.ts'
import { isNumberOf } from '../../domain/identification-number.ts'
import { Client } from '../../entities/client.ts'
import type { Debtor } from '../../entities/debtor.ts'
import { SystemDebtor } from '../../entities/system-debtor.ts'
import type { Invoice } from '../../entities/invoice.ts'
import { isBlocked } from '../debtors/blocked.ts'
import { complianceSettings } from '../clients/settings.ts'
import { exposureOf } from '../credit/debtor-exposure.ts'
import type { Limits } from '../credit/lock-limits.ts'
import { availableFor } from '../credit/use-limits.ts'
import { isUnderReview } from '../system/under-review.ts'
import { settingsOf } from '../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { CountryOfClaim } from './country-of-claim.ts'
import type { HeldDecision } from './lock-decision.ts'
import type { ProductToSell } from './may-finance.ts'

/** The engine's facts, read while the invoice and its limits are locked. */
export async function gatherFacts(
  unit: Unit,
  { decision, invoice, debtor }: HeldDecision,
  bounds: { product: ProductToSell; limits: Limits; country: CountryOfClaim },
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
      ofDebtor: (await exposureOf(unit, limits.of)) - decision.reserved,
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
  duplicates: number
  of_others: number
}

/** Claims on the same debtor, by whatever customer number, that look like this one once more. */
async function otherClaims(unit: Unit, invoice: Invoice, debtor: Debtor) {
  const [row] = await unit.transaction.prepared<Others>(alike, [
    unit.tenantId,
    debtor.id,
    debtor.systemDebtorId ?? null,
    invoice.id,
    invoice.clientId,
    invoice.invoiceDate,
    invoice.grossAmount.toString(),
    invoice.invoiceCurrency,
    invoice.invoiceNumber,
  ])
  const { duplicates = 0, of_others: ofOthers = 0 } = row ?? {}
  return { duplicates, ofOthers }
}

/** Each debtor is one client's: what it is sent by a number is found by the client's numbers. */
export const alike = `
with same as (
  select id, client_id from debtor where tenant_id = $1 and id = $2
  union select id, client_id from debtor where tenant_id = $1 and system_debtor_id = $3
), others as (
  select i.id, i.client_id from same join invoice i on i.tenant_id = $1 and i.debtor_id = same.id
    and i.invoice_date = $6 and i.gross_amount = $7 and i.financing_status <> 'NONE'
  where i.invoice_currency = $8
  union
  select i.id, i.client_id from same join invoice i on i.tenant_id = $1
    and i.client_id = same.client_id and i.invoice_number = $9 and i.debtor_id = same.id
  where same.client_id <> $5 and i.financing_status <> 'NONE'
    and (i.invoice_date = $6 or i.gross_amount = $7 and i.invoice_currency = $8)
)
select count(*) filter (where client_id = $5)::int as duplicates,
  count(*) filter (where client_id <> $5)::int as of_others
from others where id <> $4`
