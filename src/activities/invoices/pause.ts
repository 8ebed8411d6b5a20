import type { BusinessDate } from '../../domain/dates.ts'
import { held } from '../../domain/invoices/transitions.ts'
import { invalid } from '../../domain/refusal.ts'
import { Invoice } from '../../entities/invoice.ts'
import { todayOf } from '../access/tenant-of.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { keepReason, knownReason } from '../distribution/known-reason.ts'
import { tellLedger } from '../bookkeeping/tell-ledger.ts'

export interface PauseWanted {
  /** Until somebody resumes it, where no day is said. */
  until?: BusinessDate | undefined
  reasonCode?: string | undefined
  pauseInterest?: boolean | undefined
}

/** No step is taken against the debtor until a day, and no interest runs where that is asked too. */
export async function pauseInvoice(unit: Unit, id: string, wanted: PauseWanted): Promise<Invoice> {
  const invoice = await loadHeld(unit, Invoice, id)
  const paused = held(invoice, 'pause')
  const today = await todayOf(unit)
  const { until = null } = wanted
  if (until !== null && until <= today) {
    invalid('/until', 'NOT_IN_FUTURE', 'It has to be a day to come')
  }
  await knownReason(unit, wanted.reasonCode)
  keepReason(invoice, wanted.reasonCode)
  Object.assign(invoice, paused, {
    pausedUntil: until,
    interestPausedFrom: wanted.pauseInterest === true ? today : null,
  })
  const interest = wanted.pauseInterest === true ? ', without interest' : ''
  tellLedger(unit, invoice, 'PAUSED', today, `Paused until ${until ?? 'it is resumed'}${interest}`)
  return invoice
}
