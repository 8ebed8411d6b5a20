import type { Document } from '../../entities/document.ts'
import type { FrozenInvoice } from '../../domain/invoices/documents/frozen-invoice.ts'
import type { StepFailure } from './activity.ts'
import type { Unit } from './unit.ts'

/** A kind of document that is sent by e-mail: to whom, in which words, and what is against it. */
export interface NoticeWork {
  toSend(unit: Unit, document: Document): Promise<NoticeFound>
  letter(frozen: FrozenInvoice): { subject: string; text: string }
  /** What its errand says. */
  about(
    unit: Unit,
    document: Document,
  ): Promise<{ title: string; data: Readonly<Record<string, unknown>> }>
}

/** Its address; or why it is not sent any more, or what a person has to do. */
export type NoticeFound = { to: string } | { cancelled: string } | { failure: StepFailure }
