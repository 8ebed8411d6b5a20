import {
  deliveryMethodOf,
  lifeOfFileDelivery,
  type DeliveryMethod,
} from '../../../domain/bookkeeping/file-delivery.ts'
import { refuse } from '../../../domain/refusal.ts'
import { BookkeepingDelivery, BookkeepingReceiver } from '../../../entities/bookkeeping-delivery.ts'
import type { BookkeepingFile } from '../../../entities/bookkeeping-file.ts'
import { settingsInForce } from '../../../kernel/read/settings-in-force.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { bookkeepingSettings, internalFilesSettings } from '../settings.ts'

/** By the method of the client whose book it is, or of the tenant; null where it is fetched. */
export async function methodOf(
  unit: Unit,
  { clientId }: Pick<BookkeepingFile, 'clientId'>,
): Promise<DeliveryMethod | null> {
  const groups = [bookkeepingSettings, internalFilesSettings]
  const settings = await settingsInForce(unit, groups, clientId == null ? [] : [clientId])
  return deliveryMethodOf(
    clientId == null
      ? settings.of(internalFilesSettings, unit.tenantId).exportMethod
      : settings.of(bookkeepingSettings, clientId).export.method,
  )
}

export interface DeliveryAsked {
  method: DeliveryMethod
  sha256: string
  again: boolean
}

/**
 * A delivery of these bytes, of which the file is held: one under way is the one that is asked for,
 * and what was taken goes once more only for who says so.
 */
export async function startDelivery(
  unit: Unit,
  { id: fileId, ownerId, clientId = null }: BookkeepingFile,
  { method, sha256, again }: DeliveryAsked,
): Promise<BookkeepingDelivery> {
  const receiver = await unit.find(BookkeepingReceiver, { ownerId, method, active: true })
  if (receiver === null) return refuse('BOOKKEEPING_RECEIVER_MISSING')
  const before = await unit.all(BookkeepingDelivery, { fileId, sha256, receiverId: receiver.id })
  const underWay = before.find(({ status }) => status === 'QUEUED')
  if (underWay !== undefined) return underWay
  const isTaken = before.some(({ status }) => status === 'SENT')
  if (isTaken && !again) refuse('BOOKKEEPING_FILE_DELIVERED')
  const failed = before.find(({ status }) => status === 'FAILED')
  if (failed !== undefined && !isTaken) return retryDelivery(unit, failed.id)
  const delivery = unit.add(BookkeepingDelivery, {
    fileId,
    clientId,
    receiverId: receiver.id,
    method,
    sha256,
    status: 'QUEUED',
    attempts: 0,
    recipient: null,
    sentAt: null,
    error: null,
  })
  start(unit, delivery)
  return delivery
}

/** What was not taken is tried again, under the same name and number. */
export async function retryDelivery(unit: Unit, id: string): Promise<BookkeepingDelivery> {
  const delivery = await loadHeld(unit, BookkeepingDelivery, id)
  const status = lifeOfFileDelivery.move(delivery.status, 'retry')
  Object.assign(delivery, { status, error: null })
  start(unit, delivery)
  return delivery
}

/** The same as an action on its errand. */
export async function retryFailed(unit: Unit, id: string): Promise<void> {
  await retryDelivery(unit, id)
}

function start(unit: Unit, { id, clientId }: BookkeepingDelivery): void {
  unit.start('deliverBookkeepingFile', id, clientId == null ? {} : { RxClient: clientId })
}
