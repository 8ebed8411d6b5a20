import type { z } from 'zod'
import { invoiceClaim } from '../../domain/bookkeeping/ledger.ts'
import {
  lifeOfInvoice,
  lifeOfLedgerEvent,
  resumed,
  suspended,
} from '../../domain/invoices/transitions.ts'
import { proportionOf, smaller } from '../../domain/money.ts'
import { BankruptClaim } from '../../entities/bankrupt-claim.ts'
import { Invoice } from '../../entities/invoice.ts'
import { InvoiceLedgerEvent } from '../../entities/invoice-ledger-event.ts'
import { SystemDebtor } from '../../entities/system-debtor.ts'
import type { SystemErrand } from '../../entities/system-errand.ts'
import { byField } from '../../kernel/read/rows.ts'
import { heldRows, setForm, type Made } from '../../kernel/write/set-form.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { addLedgerEvent } from '../bookkeeping/add-ledger-event.ts'
import { bookOrRequest, type EventDraft } from '../bookkeeping/book.ts'
import { ofSystemDebtor } from '../debtors/bankruptcy.ts'
import { leaveErrand } from '../system/leave-errand.ts'
import { settleErrand } from '../system/settle-errand.ts'
import { taskOf } from '../task.ts'

type Input = z.output<typeof ofSystemDebtor>

interface Facts {
  debtor: SystemDebtor
  claims: ReadonlyMap<string, BankruptClaim>
  planned: ReadonlyMap<string, InvoiceLedgerEvent[]>
  today: string
}

/** Nothing more is done about the claim, or that is taken back; null where it is so already. */
type Change = 'stop' | 'release' | null

const following = setForm<Invoice, Input, Facts, Change, EventDraft | null>({
  ...heldRows(Invoice),
  async read(unit, invoices, { systemDebtorId }) {
    const ids = invoices.map(({ id }) => id)
    const debtor = await unit.load(SystemDebtor, systemDebtorId)
    const claims = await unit.all(BankruptClaim, { invoiceId: { $in: ids } })
    const planned = await unit.readEach(
      InvoiceLedgerEvent,
      `invoice_id = any($2) and status = 'PLANNED' and type in ('REMINDER', 'COLLECTION')`,
      [ids],
    )
    return {
      debtor,
      claims: byField(claims, 'invoiceId'),
      planned: Map.groupBy(planned, ({ invoiceId }) => invoiceId),
      today: await unit.today(),
    }
  },
  rule(invoice, { debtor, claims }) {
    const known = claims.has(invoice.id)
    if (debtor.status !== 'BANKRUPT') return known ? 'release' : null
    const isOpen = invoice.bookedDate != null && invoice.balance > 0n
    return known || !isOpen ? null : 'stop'
  },
  write(unit, invoice, change, facts) {
    if (change === null) return null
    return change === 'stop' ? stop(unit, invoice, facts) : release(unit, invoice, facts)
  },
  finish: finishAll,
})

/** Interest runs to the day of the bankruptcy; reminders and collection end. */
function stop(unit: Unit, invoice: Invoice, { debtor, planned, today }: Facts): EventDraft | null {
  const day = debtor.bankruptcyDate ?? today
  const { interestPausedFrom: before = null } = invoice
  const stops = lifeOfInvoice.may(invoice.mainStatus, 'stop')
  const isClients = !['FINANCED', 'REFINANCED'].includes(invoice.financingStatus)
  const { netAmount, grossAmount, balance } = invoice
  const doubtful = isClients ? balance : 0n
  const net = grossAmount === 0n ? 0n : proportionOf(doubtful, netAmount, grossAmount)
  const claim = unit.add(BankruptClaim, {
    invoiceId: invoice.id,
    systemDebtorId: debtor.id,
    clientId: invoice.clientId,
    number: debtor.version,
    stopped: stops,
    interestPausedFrom: before,
    currency: invoice.baseCurrency,
    doubtful,
    doubtfulNet: smaller(net, doubtful),
  })
  unit.update(Invoice, invoice, {
    ...(stops && suspended(invoice, 'stop')),
    interestPausedFrom: before !== null && before < day ? before : day,
  })
  for (const event of planned.get(invoice.id) ?? []) {
    const status = lifeOfLedgerEvent.move(event.status, 'skip')
    unit.update(InvoiceLedgerEvent, event, { status, comment: 'The debtor is bankrupt' })
  }
  if (stops) addLedgerEvent(unit, invoice, 'STOPPED', today, 'The debtor is bankrupt')
  return doubtful === 0n ? null : draftOf(invoice, claim, 'DOUBTFUL', today)
}

function release(unit: Unit, invoice: Invoice, { claims, today }: Facts): EventDraft | null {
  const claim = claims.get(invoice.id)!
  // What a person has moved meanwhile stays where it is.
  const resumes = claim.stopped && invoice.mainStatus === 'STOPPED'
  unit.update(Invoice, invoice, {
    ...(resumes && resumed(invoice, 'resume')),
    interestPausedFrom: claim.interestPausedFrom ?? null,
  })
  if (resumes) addLedgerEvent(unit, invoice, 'RESUMED', today, 'The bankruptcy was revoked')
  unit.remove(claim)
  return claim.doubtful === 0n ? null : draftOf(invoice, claim, 'REVOKED', today)
}

/** The claim stands among the doubtful ones, and what may be lost of it is provided for (P16). */
function draftOf(
  invoice: Invoice,
  { doubtful, doubtfulNet, number }: BankruptClaim,
  variant: 'DOUBTFUL' | 'REVOKED',
  bookDate: string,
): EventDraft {
  const word = variant === 'DOUBTFUL' ? 'doubtful' : 'no longer doubtful'
  return {
    type: 'DOUBTFUL',
    claim: invoiceClaim(invoice.id),
    clientId: invoice.clientId,
    debtorId: invoice.debtorId,
    amount: 0n,
    currency: invoice.baseCurrency,
    bookDate,
    sourceKey: `bankruptcy/${invoice.id}/${number}/${variant}`,
    sourceType: 'Invoice',
    sourceId: invoice.id,
    text: `Invoice ${invoice.invoiceNumber} ${word}`,
    facts: { variant, amount: String(doubtful), net: String(doubtfulNet) },
  }
}

async function finishAll(
  unit: Unit,
  made: readonly Made<Invoice, Change, EventDraft | null>[],
  { debtor }: Facts,
): Promise<void> {
  await bookOrRequest(
    unit,
    made.flatMap(({ result }) => result ?? []),
  )
  const clientIds = made.flatMap(({ thing, change }) => (change === null ? [] : thing.clientId))
  for (const clientId of [...new Set(clientIds)].toSorted()) {
    const key = `bankruptcy/${debtor.id}/${clientId}`
    if (debtor.status === 'BANKRUPT') await leaveToFile(unit, debtor, clientId, key)
    else await settleErrand(unit, key, 'The bankruptcy was revoked.')
  }
}

async function leaveToFile(unit: Unit, debtor: SystemDebtor, clientId: string, dedupeKey: string) {
  const { id, name, bankruptcyCaseNumber, bankruptcyTrustee, lastClaimDate = null } = debtor
  if (await isLeft(unit, dedupeKey)) return
  const errand = await leaveErrand(unit, {
    type: 'BANKRUPTCY',
    subjectType: 'SystemDebtor',
    subjectId: id,
    clientId,
    severity: 'HIGH',
    title: `File claim: ${name} is bankrupt`,
    data: { caseNumber: bankruptcyCaseNumber, trustee: bankruptcyTrustee, lastClaimDate },
    dedupeKey,
  })
  errand.dueAt = lastClaimDate === null ? null : new Date(`${lastClaimDate}T12:00:00Z`)
}

/** Of a client's many claims the first leaves it. */
async function isLeft(unit: Unit, dedupeKey: string): Promise<boolean> {
  const rows = await unit.transaction.query(
    `select 1 from system_errand where tenant_id = $1 and dedupe_key = $2
       and status in ('OPEN', 'IN_PROGRESS')`,
    [unit.tenantId, dedupeKey],
  )
  return rows.length > 0
}

/** Whether claims still have to be filed. */
export async function isBankrupt(unit: Unit, errand: SystemErrand): Promise<boolean> {
  const debtor = await unit.find(SystemDebtor, { id: errand.subjectId })
  return debtor?.status === 'BANKRUPT'
}

/** Its open claims, and those that a bankruptcy has stopped. */
const concerned = `
select i.id from debtor d join invoice i on i.tenant_id = $1 and i.debtor_id = d.id
where d.tenant_id = $1 and d.system_debtor_id = $2 and ($3::uuid is null or i.id > $3)
  and i.id <= $4 and i.booked_date is not null and i.balance > 0
union
select b.invoice_id from bankrupt_claim b where b.tenant_id = $1 and b.system_debtor_id = $2
  and ($3::uuid is null or b.invoice_id > $3) and b.invoice_id <= $4
order by id limit $5`

export const followBankruptcy = taskOf({
  kind: 'Invoice',
  input: ofSystemDebtor,
  one: following.one,
  many: following.many,
  togetherMax: 50,
  find: async (unit, { systemDebtorId }, { after, until, limit }) => {
    const from = after === '' ? null : after
    const rows = await unit.transaction.query<{ id: string }>(concerned, [
      unit.tenantId,
      systemDebtorId,
      from,
      until,
      limit,
    ])
    return rows.map(({ id }) => id)
  },
})
