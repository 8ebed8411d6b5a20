import { Document } from '../../../entities/document.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { cancelNotice } from './notice-to-send.ts'

export function startNotice(unit: Unit, { id, clientId }: Pick<Document, 'id' | 'clientId'>): void {
  unit.start('sendNotice', id, clientId == null ? {} : { RxClient: clientId })
}

/** Notices of the claim that are not sent yet tell what is no longer so; what is sent stays. */
export async function cancelNotices(
  unit: Unit,
  invoiceIds: readonly string[],
  reason: string,
): Promise<void> {
  for (const document of await unit.readEach(Document, unsent, [invoiceIds], 'held')) {
    await cancelNotice(unit, document, reason)
    unit.signal('sendNotice', document.id, 'closed')
  }
}

const unsent = `invoice_id = any($2) and type = 'NOTICE_OF_ASSIGNMENT'
  and distribution_status in ('QUEUED', 'FAILED')`
