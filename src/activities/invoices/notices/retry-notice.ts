import { lifeOfDistribution } from '../../../domain/distribution/distribution.ts'
import { Document } from '../../../entities/document.ts'
import type { SystemErrand } from '../../../entities/system-errand.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { settleErrand } from '../../system/settle-errand.ts'
import { errandKeyOf, statusOf } from './notice-to-send.ts'
import { startNotice } from './start-notice.ts'

/** What was not sent is tried again, by the way that is chosen now. */
export async function retryNotice(unit: Unit, documentId: string): Promise<void> {
  const document = await loadHeld(unit, Document, documentId)
  document.distributionStatus = lifeOfDistribution.move(statusOf(document), 'retry')
  startNotice(unit, document)
}

/** A person has sent it, and answers for it. */
export async function markNoticeSent(unit: Unit, documentId: string): Promise<void> {
  const document = await loadHeld(unit, Document, documentId)
  document.distributionStatus = lifeOfDistribution.move(statusOf(document), 'markSent')
  Object.assign(document, { channel: 'BY_HAND', recipient: null, sentAt: unit.now })
  await settleErrand(unit, errandKeyOf(document), 'A person has sent it.')
}

/** The cause of its errand is there for as long as nobody has been told. */
export async function isUnsent(unit: Unit, { subjectId }: SystemErrand): Promise<boolean> {
  const document = await unit.find(Document, { id: subjectId })
  return ['QUEUED', 'FAILED'].includes(document?.distributionStatus ?? '')
}
