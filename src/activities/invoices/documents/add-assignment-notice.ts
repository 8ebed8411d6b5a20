import { filenameOf } from '../../../domain/invoices/documents/frozen-invoice.ts'
import { noticeOf } from '../../../domain/invoices/documents/notice.ts'
import { decimal } from '../../../domain/money.ts'
import { Document } from '../../../entities/document.ts'
import type { Invoice } from '../../../entities/invoice.ts'
import { openAmountOf } from '../open-amount.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { cancelNotices, startNotice } from '../notices/start-notice.ts'
import { freezeInvoice } from './freeze-invoice.ts'
import { keepFrozen } from './keep-frozen.ts'

/**
 * Adds the notice of assignment: a document beside the invoice, which does not mention the sale. It
 * is made once for each purchase, named by the decision, and sent to the debtor by its own process.
 */
export async function addAssignmentNotice(
  unit: Unit,
  invoice: Invoice,
  decisionId: string,
): Promise<void> {
  await cancelNotices(unit, invoice.id, 'A later notice tells of the claim.')
  const { activationNumber: number, invoiceCurrency } = invoice
  const frozen = await freezeInvoice(unit, invoice, { number })
  const open = decimal(await openAmountOf(unit, invoice), invoiceCurrency)
  const notice = noticeOf(frozen, open)
  const document = unit.add(Document, {
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
