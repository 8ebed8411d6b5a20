import {
  lifeOfDistribution,
  type DistributionStatus,
} from '../../../domain/distribution/distribution.ts'
import type { FrozenInvoice } from '../../../domain/invoices/documents/frozen-invoice.ts'
import { stoppedText } from '../../../domain/remedies.ts'
import { Document } from '../../../entities/document.ts'
import type { StepFailure } from '../../../kernel/write/activity.ts'
import { hold } from '../../../kernel/write/hold.ts'
import type { NoticeWork } from '../../../kernel/write/notice-work.ts'
import type { Runtime } from '../../../kernel/write/runtime.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { frozenOf } from '../documents/keep-frozen.ts'
import { leaveErrand } from '../../system/leave-errand.ts'
import { settleErrand } from '../../system/settle-errand.ts'

/** Where the sending of a notice stands, and why it stands there. */
export interface NoticeStanding {
  status: DistributionStatus
  says?: string
  /** The invoice, for who looks at the process. */
  about?: string | undefined
}

export interface NoticeToSend {
  document: Document
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
  const found = await workOf(unit.runtime, document).toSend(unit, document)
  if ('cancelled' in found) return cancelNotice(unit, document, found.cancelled)
  if ('failure' in found) return leaveToPerson(unit, document, found.failure)
  return { document, frozen: await frozenOf(unit, document), to: found.to }
}

export function workOf({ registered }: Pick<Runtime, 'registered'>, { id, type }: Document) {
  const work: NoticeWork | undefined = registered.notices[type]
  if (work === undefined) throw new Error(`${id} is of a type that is not sent: ${type}`)
  return work
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
  document: Document,
  { code, message }: StepFailure,
): Promise<NoticeStanding> {
  const { title, data } = await workOf(unit.runtime, document).about(unit, document)
  document.distributionStatus = lifeOfDistribution.move(statusOf(document), 'fail')
  await leaveErrand(unit, {
    type: 'DISTRIBUTION',
    subjectType: 'Document',
    subjectId: document.id,
    clientId: document.clientId ?? null,
    severity: 'HIGH',
    title: `${title}: ${code}`,
    data: { code, message, ...data },
    suggestion: { action: 'RETRY_SENDING', reason: message },
    dedupeKey: errandKeyOf(document),
  })
  return { status: 'FAILED', says: stoppedText({ code, message }) }
}

/** One errand for a notice, however often it is tried. */
export const errandKeyOf = ({ id }: Pick<Document, 'id'>): string => `distribution/${id}`

export const statusOf = ({ distributionStatus }: Document): DistributionStatus =>
  distributionStatus ?? 'CANCELLED'
