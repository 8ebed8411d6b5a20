import { Invoice } from '../../entities/invoice.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { doDueLedgerEvents } from './due-ledger-events.ts'
import { settleStatus } from './settle-status.ts'

/** Marks what is due today as done, and calculates the status from it. */
export async function calculateStatus(unit: Unit, id: string): Promise<Invoice> {
  const invoice = await loadHeld(unit, Invoice, id)
  const today = await unit.today()
  await doDueLedgerEvents(unit, [invoice], today)
  await settleStatus(unit, invoice, today)
  return invoice
}
