import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Installation } from './installation.ts'

interface Notice {
  id: string
  status: string
  /** How often it was said that it is sent. */
  sent: number
}

export const noticesOf = (at: Installation, invoiceIds: readonly string[]) =>
  at.rows<Notice & Record<string, unknown>>(
    `select d.id, d.distribution_status as status, (select count(*)::int from event e
      where e.tenant_id = d.tenant_id and e.subject_id = id_text(d.id) and e.name = 'sent') as sent
     from document d where d.invoice_id = any($1) and d.type = 'NOTICE_OF_ASSIGNMENT'`,
    [invoiceIds],
  )

export const isSent = ({ status }: Notice) => status === 'SENT'
export const isSentOnce = (notice: Notice) => isSent(notice) && notice.sent === 1

/** Their mails, each under its own name: mailed twice they are still one. */
export const mailedNotices = (at: Installation) =>
  readdirSync(join(at.dir, 'mail'))
    .filter((name) => name.startsWith('DOC'))
    .toSorted()
