import { filenameOf } from '../../../domain/invoices/documents/frozen-invoice.ts'
import { noticeOf } from '../../../domain/invoices/documents/notice.ts'
import { decimal } from '../../../domain/money.ts'
import { Document } from '../../../entities/document.ts'
import type { Invoice } from '../../../entities/invoice.ts'
import type { BoughtClaim } from '../../../kernel/write/registered.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { openAmountsOf } from '../open-amount.ts'
import { cancelNotices, startNotice } from '../notices/start-notice.ts'
import { freezing, readToFreeze } from './freeze-invoice.ts'
import { keepFrozen } from './keep-frozen.ts'

/**
 * Adds the notices of assignment: each a document beside its invoice, which does not mention the
 * sale. One is made once for each purchase, named by the decision, and sent to the debtor by its
 * own process.
 */
export async function addAssignmentNotices(unit: Unit, all: readonly BoughtClaim[]): Promise<void> {
  const invoices = all.map(({ invoice }) => invoice)
  const ids = invoices.map(({ id }) => id)
  const [, known, openOf] = await Promise.all([
    cancelNotices(unit, ids, 'A later notice tells of the claim.'),
    readToFreeze(unit, invoices),
    openAmountsOf(unit, invoices),
  ])
  const freeze = freezing(unit, known)
  for (const { invoice, decisionId } of all) {
    const { activationNumber: number, invoiceCurrency } = invoice
    const frozen = freeze({ invoice, activation: { number } })
    addNotice(
      unit,
      invoice,
      decisionId,
      noticeOf(frozen, decimal(openOf(invoice), invoiceCurrency)),
    )
  }
}

function addNotice(
  unit: Unit,
  invoice: Invoice,
  decisionId: string,
  notice: ReturnType<typeof noticeOf>,
): void {
  const document = unit.insert(Document, {
    type: 'NOTICE_OF_ASSIGNMENT',
    ownerType: 'INVOICE',
    ownerId: invoice.id,
    clientId: invoice.clientId,
    debtorId: invoice.debtorId,
    invoiceId: invoice.id,
    filename: filenameOf(notice),
    mimeType: 'application/pdf',
    language: notice.language,
    size: 0,
    sha256: '',
    storageKey: null,
    ...keepFrozen(unit, notice),
    status: 'FROZEN',
    distributionStatus: 'QUEUED',
    sourceKey: `assignment/${decisionId}`,
    retentionUntil: notice.retentionUntil,
    createdBy: unit.principal.id,
  })
  startNotice(unit, document)
}
