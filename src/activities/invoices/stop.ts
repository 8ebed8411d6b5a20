import { held } from '../../domain/invoices/transitions.ts'
import type { Invoice } from '../../entities/invoice.ts'
import { todayOf } from '../access/tenant-of.ts'
import type { Unit } from '../unit.ts'
import { keepReason, knownReason } from './known-reason.ts'
import { lockedInvoice } from './locked-invoice.ts'
import { tellLedger } from './tell-ledger.ts'

/** No step is taken any more until somebody resumes it; the claim stays. */
export async function stopInvoice(
  unit: Unit,
  id: string,
  { reasonCode }: { reasonCode?: string | undefined },
): Promise<Invoice> {
  const invoice = await lockedInvoice(unit, id)
  Object.assign(invoice, held(invoice, 'stop'))
  await knownReason(unit, reasonCode)
  keepReason(invoice, reasonCode)
  tellLedger(unit, invoice, 'STOPPED', await todayOf(unit), 'No more automatic steps')
  return invoice
}
