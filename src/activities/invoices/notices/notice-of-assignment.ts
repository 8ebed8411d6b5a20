import type { Channel } from '../../../domain/distribution/document.ts'
import { noticeLetter } from '../../../domain/invoices/documents/notice-letter.ts'
import { whyNotToSend } from '../../../domain/invoices/documents/notice.ts'
import { Debtor } from '../../../entities/debtor.ts'
import type { Document } from '../../../entities/document.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { settingsInForce } from '../../../kernel/read/settings-in-force.ts'
import type { StepFailure } from '../../../kernel/write/activity.ts'
import type { NoticeFound, NoticeWork } from '../../../kernel/write/notice-work.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { invoiceSettings } from '../../clients/settings.ts'

/** The debtor of a claim that was sold is told whom to pay. */
export const noticeOfAssignment: NoticeWork = { toSend, letter: noticeLetter, about }

async function toSend(unit: Unit, document: Document): Promise<NoticeFound> {
  const invoice = await unit.load(Invoice, document.invoiceId ?? '')
  const reason = whyNotToSend(invoice)
  if (reason !== null) return { cancelled: reason }
  const { clientId, debtorId } = invoice
  const settings = await settingsInForce(unit, [invoiceSettings], [clientId], [debtorId])
  const { defaultChannel, electronicDistribution } = settings.of(
    invoiceSettings,
    clientId,
    debtorId,
  )
  if (!electronicDistribution) return { failure: onPaper }
  if (defaultChannel !== 'EMAIL') return { failure: notBuilt(defaultChannel) }
  const { email } = await unit.load(Debtor, invoice.debtorId)
  if (email == null || email.trim() === '') return { failure: withoutAddress }
  return { to: email }
}

async function about(unit: Unit, document: Document) {
  const invoice = await unit.load(Invoice, document.invoiceId ?? '')
  return {
    title: `The notice of assignment of ${invoice.invoiceNumber} is not sent`,
    data: { invoiceId: invoice.id, debtorId: invoice.debtorId },
  }
}

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
