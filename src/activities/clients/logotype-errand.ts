import { isUnresolved } from '../../domain/system/errand.ts'
import { Document } from '../../entities/document.ts'
import { SystemErrand } from '../../entities/system-errand.ts'
import { settingsOf } from '../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { leaveErrand } from '../system/leave-errand.ts'
import { settleErrand } from '../system/settle-errand.ts'
import { documentSettings } from './settings.ts'

const keyOf = (clientId: string) => `logotype/${clientId}`

/**
 * The client's documents are made without their logotype, since it cannot be drawn: one errand for
 * the client, however many documents that is, and none for a logotype that was replaced meanwhile.
 */
export async function leaveLogotypeErrand(
  unit: Unit,
  clientId: string,
  storageKey: string,
): Promise<void> {
  const { logoDocumentId } = await settingsOf(unit, clientId, documentSettings)
  const document =
    logoDocumentId === null ? null : await unit.find(Document, { id: logoDocumentId })
  if (document?.storageKey !== storageKey) return
  const known = await unit.find(SystemErrand, { dedupeKey: keyOf(clientId) })
  if (known !== null && isUnresolved(known.status)) return
  const message = 'Its documents show the name instead. Upload the picture anew, and set that.'
  await leaveErrand(unit, {
    type: 'DOCUMENT',
    subjectType: 'Client',
    subjectId: clientId,
    clientId,
    severity: 'NORMAL',
    title: 'The logotype of the client cannot be drawn on its documents',
    data: { code: 'LOGOTYPE_UNREADABLE', message, documentId: document.id },
    dedupeKey: keyOf(clientId),
  })
}

/** Whether the client still has the logotype that could not be drawn. */
export async function isStillLogotype(unit: Unit, errand: SystemErrand): Promise<boolean> {
  const { logoDocumentId } = await settingsOf(unit, errand.subjectId, documentSettings)
  return logoDocumentId === errand.data['documentId']
}

export function settleLogotypeErrand(unit: Unit, clientId: string): Promise<void> {
  return settleErrand(unit, keyOf(clientId), 'The client has another logotype, or none.')
}
