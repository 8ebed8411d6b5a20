import { Document } from '../../../entities/document.ts'
import { holdWhere } from '../../../kernel/write/hold.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { cancelNotice } from './notice-to-send.ts'

export function startNotice(unit: Unit, { id, clientId }: Pick<Document, 'id' | 'clientId'>): void {
  unit.start('sendNotice', id, clientId == null ? {} : { RxClient: clientId })
}

/** Notices of the claim that are not sent yet tell what is no longer so; what is sent stays. */
export async function cancelNotices(unit: Unit, invoiceId: string, reason: string): Promise<void> {
  const ids = await holdWhere(unit, Document, unsent, [invoiceId])
  if (ids.length === 0) return
  for (const document of await unit.all(Document, { id: { $in: ids } })) {
    await cancelNotice(unit, document, reason)
    unit.signal('sendNotice', document.id, 'closed')
  }
}

const unsent = `invoice_id = $2 and type = 'NOTICE_OF_ASSIGNMENT'
  and distribution_status in ('QUEUED', 'FAILED')`
