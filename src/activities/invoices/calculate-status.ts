import { Invoice } from '../../entities/invoice.ts'
import { todayOf } from '../access/tenant-of.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { doDueSteps } from './due-steps.ts'
import { settleStatus } from './settle-status.ts'

/** Calculates the status today: steps whose day has come are done, and the status follows. */
export async function calculateStatus(unit: Unit, id: string): Promise<Invoice> {
  const invoice = await loadHeld(unit, Invoice, id)
  const today = await todayOf(unit)
  await doDueSteps(unit, [invoice], today)
  await settleStatus(unit, invoice, today)
  return invoice
}
