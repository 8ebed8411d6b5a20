import { Document } from '../../../entities/document.ts'
import type { Task } from '../../../kernel/write/activity.ts'
import { inUnit } from '../../../kernel/write/in-unit.ts'
import { aboutInvoice } from '../../about-invoice.ts'
import { bytesOf } from '../documents/document-bytes.ts'
import { leaveUndrawn } from '../documents/leave-undrawn.ts'
import { keepFile } from '../documents/generate-document.ts'
import { frozenOf } from '../documents/keep-frozen.ts'
import { heldNotice, standingOf, type NoticeStanding } from './notice-to-send.ts'
import { as } from './mail-notice.ts'

/** Makes and stores the file of the notice, so that what is sent is what is kept; one there stays. */
export async function storeNotice(task: Task): Promise<NoticeStanding> {
  const { runtime, entityId } = task
  const { document, frozen, about } = await inUnit(runtime, as(task), task, async (unit) => {
    const document = await unit.find(Document, { id: entityId })
    if (document === null) return { document, frozen: null, about: undefined }
    const { invoiceId } = document
    const { about } = invoiceId == null ? {} : await aboutInvoice(unit, invoiceId)
    return { document, frozen: await frozenOf(unit, document), about }
  })
  if (document?.distributionStatus !== 'QUEUED' || document.status !== 'FROZEN') {
    return { ...standingOf(document), about }
  }
  const file = await bytesOf(runtime, document, frozen)
  return inUnit(runtime, as(task), task, async (unit) => {
    const present = await heldNotice(unit, entityId)
    if (present?.status === 'FROZEN') keepFile(present, file)
    if (file.undrawn && frozen !== null) await leaveUndrawn(unit, [frozen])
    return { ...standingOf(present), about }
  })
}
