import { platform } from '../../../domain/access/principal.ts'
import { lifeOfDistribution } from '../../../domain/distribution/distribution.ts'
import { refuse } from '../../../domain/refusal.ts'
import type { Task } from '../../../kernel/write/activity.ts'
import { inUnit } from '../../../kernel/write/in-unit.ts'
import { LetterRefused } from '../../../ports/mail/mail.ts'
import { crashPoint } from '../../../ports/process/crash-point.ts'
import { settleErrand } from '../../system/settle-errand.ts'
import { bytesOf } from '../documents/document-bytes.ts'
import {
  errandKeyOf,
  heldNotice,
  leaveToPerson,
  noticeToSend,
  standingOf,
  statusOf,
  workOf,
  type NoticeStanding,
  type NoticeToSend,
} from './notice-to-send.ts'

export const as = ({ tenantId }: Task) => platform(tenantId, 'sending of notices')

/**
 * Mails the notice and records how and to whom; it stays QUEUED if no mail server took it. A second
 * run mails nothing, unless a crash came between mail and record: then it is mailed again under the
 * same Message-ID, since a notice that comes twice does less harm than one that is lost.
 */
export async function mailNotice(task: Task): Promise<NoticeStanding> {
  const { runtime, entityId } = task
  const due = await inUnit(runtime, as(task), task, (unit) => noticeToSend(unit, entityId))
  if ('status' in due) return due
  const outcome = await mailed(task, due)
  if (outcome === 'AWAY') return { status: 'QUEUED' }
  return inUnit(runtime, as(task), task, async (unit) => {
    const document = await heldNotice(unit, entityId)
    if (document === null) return standingOf(document)
    if (outcome !== 'SENT') {
      if (document.distributionStatus !== 'QUEUED') return standingOf(document)
      return leaveToPerson(unit, document, { code: 'MAIL_REFUSED', message: outcome.why })
    }
    document.distributionStatus = lifeOfDistribution.move(statusOf(document), 'send')
    Object.assign(document, { channel: 'EMAIL', recipient: due.to, sentAt: unit.now })
    await settleErrand(unit, errandKeyOf(document), 'The notice was sent.')
    return { status: 'SENT', says: 'The notice is sent by e-mail.' }
  })
}

async function mailed(
  { runtime }: Task,
  { document, frozen, to }: NoticeToSend,
): Promise<'SENT' | 'AWAY' | { why: string }> {
  const { bytes } = await bytesOf(runtime, document, frozen)
  const { id, filename, mimeType } = document
  const letter = workOf(runtime, document).letter(frozen ?? refuse('DOCUMENT_WITHOUT_FILE'))
  const attachments = [{ filename, mimeType, bytes }]
  try {
    await runtime.mail.send({ ...letter, to, messageId: id, attachments })
    crashPoint('mailed', () => [id])
    return 'SENT'
  } catch (error) {
    if (error instanceof LetterRefused) return { why: error.message }
    runtime.log.warn({ err: error, document: id }, 'the mail server did not take a notice')
    return 'AWAY'
  }
}
