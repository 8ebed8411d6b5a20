import {
  lifeOfDistribution,
  type DistributionStatus,
} from '../../../domain/distribution/distribution.ts'
import type { Channel } from '../../../domain/distribution/document.ts'
import type { FrozenInvoice } from '../../../domain/invoices/documents/frozen-invoice.ts'
import { whyNotToSend } from '../../../domain/invoices/documents/notice.ts'
import { Debtor } from '../../../entities/debtor.ts'
import { Document } from '../../../entities/document.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { settingsInForce } from '../../../kernel/read/settings-in-force.ts'
import type { StepFailure } from '../../../kernel/write/activity.ts'
import { hold } from '../../../kernel/write/hold.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { invoiceSettings } from '../../clients/settings.ts'
import { frozenOf } from '../documents/keep-frozen.ts'
import { leaveErrand } from '../../system/leave-errand.ts'
import { settleErrand } from '../../system/settle-errand.ts'

/** Where the sending of a notice stands, and why it stands there. */
export interface NoticeStanding {
  status: DistributionStatus
  says?: string
}

export interface NoticeToSend {
  document: Document
  invoice: Invoice
  frozen: FrozenInvoice | null
  to: string
}

/**
 * The notice with the address to send it to; where it has none, or is not to be sent any more, that
 * is recorded, and the notice stands still.
 */
export async function noticeToSend(
  unit: Unit,
  documentId: string,
): Promise<NoticeToSend | NoticeStanding> {
  const document = await heldNotice(unit, documentId)
  if (document?.distributionStatus !== 'QUEUED') return standingOf(document)
  const invoice = await unit.load(Invoice, document.invoiceId ?? '')
  const reason = whyNotToSend(invoice)
  if (reason !== null) return cancelNotice(unit, document, reason)
  const { clientId, debtorId } = invoice
  const settings = await settingsInForce(unit, [invoiceSettings], [clientId], [debtorId])
  const { defaultChannel, electronicDistribution } = settings.of(
    invoiceSettings,
    clientId,
    debtorId,
  )
  if (!electronicDistribution) return leaveToPerson(unit, { document, invoice }, onPaper)
  if (defaultChannel !== 'EMAIL') {
    return leaveToPerson(unit, { document, invoice }, notBuilt(defaultChannel))
  }
  const { email } = await unit.load(Debtor, invoice.debtorId)
  if (email == null || email.trim() === '') {
    return leaveToPerson(unit, { document, invoice }, withoutAddress)
  }
  return { document, invoice, frozen: await frozenOf(unit, document), to: email }
}

export function heldNotice(unit: Unit, id: string): Promise<Document | null> {
  hold(unit, Document, [id])
  return unit.find(Document, { id })
}

export function standingOf(document: Document | null): NoticeStanding {
  if (document !== null) return { status: statusOf(document) }
  return { status: 'CANCELLED', says: 'What this was about is no longer there.' }
}

export async function cancelNotice(
  unit: Unit,
  document: Document,
  says: string,
): Promise<NoticeStanding> {
  const distributionStatus = lifeOfDistribution.move(statusOf(document), 'cancel')
  unit.update(Document, document, { distributionStatus })
  await settleErrand(unit, errandKeyOf(document), `It is not sent any more. ${says}`)
  return { status: 'CANCELLED', says }
}

/** The notice waits for a person, who sends it again, or by hand. */
export async function leaveToPerson(
  unit: Unit,
  { document, invoice }: Pick<NoticeToSend, 'document' | 'invoice'>,
  { code, message }: StepFailure,
): Promise<NoticeStanding> {
  document.distributionStatus = lifeOfDistribution.move(statusOf(document), 'fail')
  await leaveErrand(unit, {
    type: 'DISTRIBUTION',
    subjectType: 'Document',
    subjectId: document.id,
    clientId: invoice.clientId,
    severity: 'HIGH',
    title: `The notice of assignment of ${invoice.invoiceNumber} is not sent: ${code}`,
    data: { code, message, invoiceId: invoice.id, debtorId: invoice.debtorId },
    suggestion: { action: 'RETRY_SENDING', reason: message },
    dedupeKey: errandKeyOf(document),
  })
  return { status: 'FAILED', says: message }
}

/** One errand for a notice, however often it is tried. */
export const errandKeyOf = ({ id }: Pick<Document, 'id'>): string => `distribution/${id}`

export const statusOf = ({ distributionStatus }: Document): DistributionStatus =>
  distributionStatus ?? 'CANCELLED'

const notBuilt = (channel: Channel): StepFailure => ({
  code: 'CHANNEL_NOT_BUILT',
  message: `The client sends by ${channel}, which the platform does not do yet.`,
})

const onPaper: StepFailure = {
  code: 'NOT_ELECTRONICALLY',
  message: 'Nothing is sent to this debtor electronically: send it by post.',
}

const withoutAddress: StepFailure = {
  code: 'DEBTOR_EMAIL_MISSING',
  message: 'The debtor has no e-mail address, by which the client sends.',
}
