import { platform } from '../../../domain/access/principal.ts'
import {
  lifeOfFileDelivery,
  type AttemptOutcome,
  type FileDeliveryStatus,
} from '../../../domain/bookkeeping/file-delivery.ts'
import { cutText } from '../../../domain/cut-text.ts'
import { stoppedText } from '../../../domain/remedies.ts'
import {
  BookkeepingDelivery,
  BookkeepingDeliveryAttempt,
  BookkeepingReceiver,
} from '../../../entities/bookkeeping-delivery.ts'
import { BookkeepingFile } from '../../../entities/bookkeeping-file.ts'
import { Document } from '../../../entities/document.ts'
import type { SystemErrand } from '../../../entities/system-errand.ts'
import type { StepFailure, Task } from '../../../kernel/write/activity.ts'
import { hold } from '../../../kernel/write/hold.ts'
import { inUnit } from '../../../kernel/write/in-unit.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { leaveErrand } from '../../system/leave-errand.ts'
import { settleErrand } from '../../system/settle-errand.ts'
import { handedOver, whyNotToDeliver } from './export-file.ts'
import { credentialsOf } from './receivers.ts'
import { sendFile, type FileToSend } from './send-file.ts'

/** Where a delivery stands, and why it stands there. */
export interface DeliveryStanding {
  status: FileDeliveryStatus
  says?: string
}

const asPlatform = ({ tenantId }: Task) => platform(tenantId, 'delivery of bookkeeping files')

/**
 * One try, which is written down before it is made and after. A second run after a crash in between
 * sends the same bytes under the same name and number, by which the receiver knows them.
 */
export async function deliverFile(task: Task): Promise<DeliveryStanding> {
  const { runtime } = task
  const begun = await inUnit(runtime, asPlatform(task), task, (unit) => begin(unit, task))
  if ('status' in begun) return begun
  const end = await sendFile(runtime, begun.send)
  return inUnit(runtime, asPlatform(task), task, async (unit) => {
    const held = await heldDelivery(unit, task.entityId)
    if (held === null) return gone
    await endAttempt(unit, begun.attemptId, end)
    const { delivery, file } = held
    if (delivery.status !== 'QUEUED') return { status: delivery.status }
    if (end.outcome === 'AWAY') {
      delivery.error = end.error
      return { status: 'QUEUED', says: end.error }
    }
    if (end.outcome === 'REFUSED') {
      return leaveToPerson(unit, held, { code: 'DELIVERY_REFUSED', message: end.error })
    }
    const status = lifeOfFileDelivery.move(delivery.status, 'send')
    Object.assign(delivery, { status, sentAt: unit.now, error: null, recipient: end.recipient })
    if (file.status !== 'ACKNOWLEDGED') handedOver(unit, file, delivery.method)
    await settleErrand(unit, errandKeyOf(delivery), 'It was delivered.')
    return { status, says: `It was taken by ${end.recipient}.` }
  })
}

const gone: DeliveryStanding = { status: 'CANCELLED', says: 'What this was about is gone.' }

interface Held {
  delivery: BookkeepingDelivery
  file: BookkeepingFile
}

async function heldDelivery(unit: Unit, id: string): Promise<Held | null> {
  const named = await unit.find(BookkeepingDelivery, { id })
  if (named === null) return null
  hold(unit, BookkeepingFile, [named.fileId])
  const file = await unit.find(BookkeepingFile, { id: named.fileId })
  hold(unit, BookkeepingDelivery, [id])
  const delivery = await unit.find(BookkeepingDelivery, { id })
  return delivery === null || file === null ? null : { delivery, file }
}

type Begun = { send: FileToSend; attemptId: string } | DeliveryStanding

async function begin(unit: Unit, { entityId }: Task): Promise<Begun> {
  const held = await heldDelivery(unit, entityId)
  if (held === null) return gone
  const { delivery, file } = held
  if (delivery.status !== 'QUEUED') return { status: delivery.status }
  const document = await unit.load(Document, file.documentId)
  const isAnother = document.sha256 !== delivery.sha256
  const why = isAnother ? 'The file was made anew.' : await whyNotToDeliver(unit, file)
  if (why !== null) return cancel(unit, delivery, why)
  const receiver = await unit.find(BookkeepingReceiver, { id: delivery.receiverId })
  if (receiver?.active !== true) {
    return leaveToPerson(unit, held, { code: 'RECEIVER_GONE', message: 'Its receiver is gone.' })
  }
  await endUnanswered(unit, delivery)
  delivery.attempts += 1
  const attempt = unit.add(BookkeepingDeliveryAttempt, {
    deliveryId: delivery.id,
    clientId: delivery.clientId ?? null,
    number: delivery.attempts,
    startedAt: unit.now,
    endedAt: null,
    outcome: 'STARTED',
    error: null,
  })
  const credentials = credentialsOf(unit, receiver)
  const send = { deliveryId: delivery.id, at: unit.now, file, document, receiver, credentials }
  return { send, attemptId: attempt.id }
}

/** A process that died meanwhile left it open: whether it was taken nobody knows. */
async function endUnanswered(unit: Unit, { id: deliveryId }: BookkeepingDelivery): Promise<void> {
  const open = await unit.all(BookkeepingDeliveryAttempt, { deliveryId, outcome: 'STARTED' })
  for (const attempt of open) Object.assign(attempt, { outcome: 'UNANSWERED', endedAt: unit.now })
}

interface Ended {
  outcome: AttemptOutcome
  error?: string | undefined
}

async function endAttempt(unit: Unit, id: string, { outcome, error = '' }: Ended): Promise<void> {
  const attempt = await unit.find(BookkeepingDeliveryAttempt, { id })
  if (attempt === null) return
  Object.assign(attempt, { outcome, error: error === '' ? null : error, endedAt: unit.now })
}

async function cancel(
  unit: Unit,
  delivery: BookkeepingDelivery,
  says: string,
): Promise<DeliveryStanding> {
  delivery.status = lifeOfFileDelivery.move(delivery.status, 'cancel')
  delivery.error = says
  await settleErrand(unit, errandKeyOf(delivery), `It is not delivered any more. ${says}`)
  return { status: delivery.status, says }
}

async function leaveToPerson(
  unit: Unit,
  { delivery, file }: Held,
  { code, message }: StepFailure,
): Promise<DeliveryStanding> {
  delivery.status = lifeOfFileDelivery.move(delivery.status, 'fail')
  delivery.error = cutText(message, 500)
  await leaveErrand(unit, {
    type: 'VOUCHER',
    subjectType: 'BookkeepingDelivery',
    subjectId: delivery.id,
    clientId: delivery.clientId ?? null,
    severity: 'HIGH',
    title: `Bookkeeping file ${file.series} ${file.fiscalYear} is not delivered: ${code}`,
    data: { code, message, fileId: file.id, method: delivery.method },
    suggestion: { action: 'RETRY_DELIVERY', reason: message },
    dedupeKey: errandKeyOf(delivery),
  })
  return { status: 'FAILED', says: stoppedText({ code, message }) }
}

/** It was tried for as long as it is, or broke on our side. */
export function failDelivery(task: Task): Promise<DeliveryStanding> {
  const failure = task.failure ?? { code: 'INTERNAL', message: 'Something went wrong on our side.' }
  return inUnit(task.runtime, asPlatform(task), task, async (unit) => {
    const held = await heldDelivery(unit, task.entityId)
    if (held === null) return gone
    if (held.delivery.status !== 'QUEUED') return { status: held.delivery.status }
    await endUnanswered(unit, held.delivery)
    return leaveToPerson(unit, held, failure)
  })
}

const errandKeyOf = ({ id }: Pick<BookkeepingDelivery, 'id'>): string => `bookkeeping-file/${id}`

/** The cause of its errand is there for as long as nobody has the file by it. */
export async function isUndelivered(unit: Unit, { subjectId }: SystemErrand): Promise<boolean> {
  const delivery = await unit.find(BookkeepingDelivery, { id: subjectId })
  return ['QUEUED', 'FAILED'].includes(delivery?.status ?? '')
}
