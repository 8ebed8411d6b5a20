import { plusDays, type BusinessDate } from '../../domain/dates.ts'
import { runningText } from '../../domain/loans/loan.ts'
import { loanNotice } from '../../domain/loans/notice.ts'
import { referenceOfLoan } from '../../domain/loans/reference.ts'
import { filenameOf, type FrozenInvoice } from '../../domain/invoices/documents/frozen-invoice.ts'
import { BusinessLoan, BusinessLoanLedgerEvent } from '../../entities/business-loan.ts'
import { Document } from '../../entities/document.ts'
import { byField } from '../../kernel/read/rows.ts'
import type { JobChunk, JobWork } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { firstDayOf } from '../bookkeeping/read-books.ts'
import { keepFrozen } from '../invoices/documents/keep-frozen.ts'
import { startNotice } from '../invoices/notices/start-notice.ts'
import { withLate } from './accrue.ts'
import { addEvent } from './add-event.ts'
import { lateRatesFor, stepOf, stepsOf, type HeldLoan } from './held-loans.ts'
import { partiesOf, type Parties } from './notice-parties.ts'

/** What makes it once for its instalment. */
export const keyOfNotice = 'loan-notice/'

const noticesAtOnce = 50
/** What came due while the job was missed is announced all the same. */
const missedDays = 3

/** Every day: of each instalment that is announced a notice is made and sent, once. */
export const loanNoticesJob = {
  wanted: `exists (select 1 from business_loan l
    where l.tenant_id = t.tenant_id and l.status in (${runningText}))`,
  chunk: announced,
} satisfies JobWork

const toAnnounce = `select e.id from business_loan_ledger_event e
  join business_loan l on l.tenant_id = $1 and l.id = e.business_loan_id
    and l.notice_days is not null and l.status in (${runningText})
  where e.tenant_id = $1 and e.type = 'INSTALMENT' and e.planned_date >= $2::date
    and e.status in ('NOTIFIED', 'DUE', 'PARTLY_PAID', 'LATE') and e.id > $3
    and not exists (select from document d where d.tenant_id = $1 and d.owner_id = e.client_id
      and d.source_key = '${keyOfNotice}' || id_text(e.id))
  order by e.id limit $4`

async function announced(unit: Unit, day: BusinessDate, after: string): Promise<JobChunk> {
  const found = await unit.transaction.query<{ id: string }>(toAnnounce, [
    unit.tenantId,
    plusDays(day, -missedDays),
    after,
    noticesAtOnce,
  ])
  const ids = found.map(({ id }) => id)
  if (ids.length > 0) await announce(unit, ids, day)
  return {
    counts: { notices: ids.length },
    after: ids.length < noticesAtOnce ? null : (ids.at(-1) ?? null),
  }
}

async function announce(unit: Unit, ids: readonly string[], day: BusinessDate): Promise<void> {
  const rows = await unit.all(BusinessLoanLedgerEvent, { id: { $in: [...ids] } })
  const loanIds = [...new Set(rows.map(({ businessLoanId }) => businessLoanId))]
  const loans = await unit.all(BusinessLoan, { id: { $in: loanIds } })
  const [steps, lateRates, parties, firstDay] = await Promise.all([
    stepsOf(unit, loanIds),
    lateRatesFor(unit, loans),
    partiesOf(unit, loans),
    firstDayOf(unit, {}),
  ])
  const byId = byField(loans, 'id')
  for (const row of rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const loan = byId.get(row.businessLoanId)!
    const { open } = steps(loan.id)
    const notice = noticeFor(unit, { row, open, lateRates, parties, firstDay, loan, day })
    addNotice(unit, loan, row, notice)
    addEvent(unit, loan, 'NOTIFIED', { date: day, text: `Instalment ${row.number}` })
  }
}

interface Announcing extends Pick<HeldLoan, 'loan' | 'open' | 'lateRates'> {
  row: BusinessLoanLedgerEvent
  parties: Parties
  firstDay: string
  day: BusinessDate
}

function noticeFor(unit: Unit, { row, parties, firstDay, day, ...held }: Announcing) {
  const { id, clientId, loanNumber, currency, autoSetOff } = held.loan
  return loanNotice({
    tenantId: unit.tenantId,
    id,
    clientId,
    loanNumber,
    reference: referenceOfLoan(loanNumber),
    currency,
    autoSetOff,
    day,
    now: unit.now,
    firstDay,
    ...parties(held.loan),
    instalment: stepOf(row),
    others: withLate({ ...held, open: held.open.filter((step) => step.row !== row) }, day).open,
  })
}

function addNotice(
  unit: Unit,
  { clientId }: BusinessLoan,
  { id }: BusinessLoanLedgerEvent,
  notice: FrozenInvoice,
): void {
  const document = unit.add(Document, {
    type: 'LOAN_NOTICE',
    ownerType: 'CLIENT',
    ownerId: clientId,
    clientId,
    filename: filenameOf(notice),
    mimeType: 'application/pdf',
    language: notice.language,
    size: 0,
    sha256: '',
    storageKey: null,
    ...keepFrozen(unit, notice),
    status: 'FROZEN',
    distributionStatus: 'QUEUED',
    sourceKey: `${keyOfNotice}${id}`,
    retentionUntil: notice.retentionUntil,
    createdBy: unit.principal.id,
  })
  startNotice(unit, document)
}
