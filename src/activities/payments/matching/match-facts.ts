import type { Candidate, MatchFacts, Sought } from '../../../domain/payments/matching/facts.ts'
import type { Matchable } from '../../../domain/payments/matching/rule.ts'
import type { PaymentTransaction } from '../../../entities/payment-transaction.ts'
import { lifeOfInvoice } from '../../../domain/invoices/transitions.ts'
import type { InvoiceType, MainStatus } from '../../../domain/invoices/invoice.ts'
import { larger } from '../../../domain/money.ts'
import { leftAs, owedOnDocument } from '../../../domain/payments/foreign.ts'
import { FinancialEvent } from '../../../entities/financial-event.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { settingsOfTenant } from '../../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { claimsReferredTo } from '../claims-by-reference.ts'
import { owedOn } from '../claims.ts'
import { accountsById, type ReceivingAccount } from '../receiving-accounts.ts'
import { paymentsSettings } from '../settings.ts'
import { isInvoice } from '../targets.ts'
import { claimsInText } from './claims-in-text.ts'
import { matchRules } from './match-rules.ts'
import { loanCandidates, loansReferredTo } from './loans-named.ts'
import { namedBy, referencesOf } from './named-claims.ts'
import { debtorsWhoPaid, owedByDebtors } from './payers.ts'

export interface ToMatch {
  all: readonly Sought[]
  facts: MatchFacts
}

/** Whether a payment may still be for anything: nothing of it is linked, and it is no reversal. */
export const isSought = ({ kind, linked, unplaced, amount }: PaymentTransaction): boolean =>
  kind !== 'REVERSAL' && linked === 0n && unplaced === amount

/**
 * All that matching asks about payments, in a number of statements that does not grow with them:
 * what their references and words name, who has paid so before, and what these owe.
 */
export async function toMatch(
  unit: Unit,
  payments: readonly PaymentTransaction[],
): Promise<ToMatch> {
  const sought = payments.filter(isSought)
  const rules = await matchRules(unit)
  const [{ matchingScore }, accounts] = await Promise.all([
    settingsOfTenant(unit, paymentsSettings),
    accountsById(
      unit,
      sought.flatMap(({ paymentAccountId }) => paymentAccountId ?? []),
    ),
  ])
  const read = await readOf(unit, sought, accounts)
  const ids = read.flatMap(({ named, numbered, ofDebtors }) => [
    ...(Array.isArray(named) ? named.flatMap(({ id }) => id ?? []) : []),
    ...numbered,
    ...(ofDebtors ?? []),
  ])
  const claims = await candidates(unit, [...new Set(ids)])
  return { all: read, facts: { claims, rules, threshold: matchingScore } }
}

async function readOf(
  unit: Unit,
  sought: readonly PaymentTransaction[],
  accounts: ReadonlyMap<string, ReceivingAccount>,
): Promise<Sought[]> {
  const accountOf = ({ paymentAccountId }: PaymentTransaction) =>
    accounts.get(paymentAccountId ?? '')
  const referred = sought.map((payment) => referencesOf(payment, accountOf(payment)))
  const references = referred.flat().map(({ reference }) => reference)
  // Of all clients: what is another's is put on nothing else by whoever does not see it.
  const byReference = await unit.widened(async () => {
    const [invoices, loans] = await Promise.all([
      claimsReferredTo(unit, references),
      loansReferredTo(unit, references),
    ])
    return both(invoices, loans)
  })
  const named = sought.map((payment, at) => namedBy(referred[at]!, byReference, accountOf(payment)))
  // What a reference names is for that alone: nothing else is asked of it.
  const open = sought.filter((_, at) => named[at] === null)
  const [numbered, debtors] = await Promise.all([
    claimsInText(unit, open),
    debtorsWhoPaid(unit, open),
  ])
  const owed = await owedByDebtors(unit, debtors)
  return sought.map((payment, at) => ({
    payment: matchable(payment),
    named: named[at] ?? null,
    accountClientId: accountOf(payment)?.clientId ?? null,
    numbered: numbered.get(payment.id) ?? [],
    debtors: debtors.get(payment.id) ?? new Set(),
    ofDebtors: owed.get(payment.id) ?? null,
  }))
}

/** A reference of an invoice and of a loan is of several. */
const both = <T>(
  one: ReadonlyMap<string, readonly T[]>,
  other: ReadonlyMap<string, readonly T[]>,
) =>
  new Map(
    [...one.keys(), ...other.keys()].map((key) => [
      key,
      [...(one.get(key) ?? []), ...(other.get(key) ?? [])],
    ]),
  )

const matchable = (payment: PaymentTransaction): Matchable => ({
  id: payment.id,
  amount: payment.amount,
  currency: payment.currency,
  source: payment.source,
  clientId: payment.clientId ?? null,
  paymentAccountId: payment.paymentAccountId ?? null,
  reference: payment.reference ?? null,
  message: payment.message ?? null,
  payerName: payment.payerName ?? null,
  payerAccount: payment.payerAccount ?? null,
  payerIdentificationNumber: payment.payerIdentificationNumber ?? null,
  bankRef: payment.bankRef ?? null,
  endToEndId: payment.endToEndId ?? null,
})

interface Row {
  [field: string]: unknown
  id: string
  clientId: string
  debtorId: string
  debtorName: string
  currency: string
  invoiceCurrency: string
  type: InvoiceType
  mainStatus: MainStatus
  open: string
}

/** What is owed on claims, less what was set aside for them and is not booked yet. */
export async function candidates(
  unit: Unit,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Candidate>> {
  if (ids.length === 0) return new Map()
  const values: unknown[] = [unit.tenantId, ids]
  const rows = await unit.transaction.prepared<Row>(
    `select i.id, i.client_id as "clientId", i.debtor_id as "debtorId", d.name as "debtorName",
       i.base_currency as currency, i.invoice_currency as "invoiceCurrency", i.type,
       i.main_status as "mainStatus",
       (i.balance + i.fees_amount + i.interest_amount - coalesce(s.amount, 0))::text as open
     from invoice i join debtor d on d.tenant_id = i.tenant_id and d.id = i.debtor_id
     left join lateral (
       select sum(coalesce(l.claim_amount, l.amount)) as amount from payment_link l
       where l.tenant_id = i.tenant_id and l.claim_id = i.id and l.status = 'CONFIRMED'
     ) s on true
     where i.tenant_id = $1 and i.id = any($2) and ${unit.bound('invoice', values, 'i')}`,
    values,
  )
  const onDocuments = await openOnDocuments(
    unit,
    rows.flatMap((row) => (row.currency === row.invoiceCurrency ? [] : row.id)),
  )
  const loans = await loanCandidates(
    unit,
    ids.filter((id) => !isInvoice(id)),
  )
  return new Map<string, Candidate>([
    ...loans.map((loan) => [loan.id, loan] as const),
    ...rows.map(({ type, mainStatus, open: text, invoiceCurrency, ...row }) => {
      const takes = type !== 'CREDIT_INVOICE' && lifeOfInvoice.may(mainStatus, 'close')
      const open = takes ? larger(BigInt(text), 0n) : 0n
      const whole = onDocuments.get(row.id)
      const foreign =
        whole === undefined
          ? null
          : { currency: invoiceCurrency, open: leftAs(open, whole.owed, whole.onDocument) }
      return [row.id, { ...row, open, foreign }] as const
    }),
  ])
}

/** What is owed on claims that are handled in another currency than that of their document. */
async function openOnDocuments(unit: Unit, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const [invoices, events] = await Promise.all([
    unit.readEach(Invoice, 'id = any($2)', [ids]),
    unit.readEach(FinancialEvent, 'claim_id = any($2)', [ids]),
  ])
  const ofClaim = Map.groupBy(events, ({ claimId }) => claimId ?? '')
  return new Map(
    invoices.map((invoice) => [
      invoice.id,
      {
        owed: owedOn(invoice),
        onDocument: owedOnDocument(invoice, ofClaim.get(invoice.id) ?? []),
      },
    ]),
  )
}
