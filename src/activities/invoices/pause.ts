import { z } from 'zod'
import { businessDayFrom, type BusinessDate } from '../../domain/dates.ts'
import { suspended } from '../../domain/invoices/transitions.ts'
import { invalid } from '../../domain/refusal.ts'
import { Invoice } from '../../entities/invoice.ts'
import { closedDaysOfClient } from '../clients/closed-days-of-client.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { bankruptcyOf, pauseInterest } from './bankruptcy/interest-pause.ts'
import { keepReason, knownReason } from '../distribution/known-reason.ts'
import { addLedgerEvent } from '../bookkeeping/add-ledger-event.ts'
import { code, sentDay } from '../../kernel/read/fields.ts'

export const pauseInvoiceInput = z
  .strictObject({
    /** If no day is given, until somebody resumes it. */
    until: sentDay.meta({ example: '2999-01-31' }).optional(),
    reasonCode: code.optional(),
    pauseInterest: z.boolean().optional(),
  })
  .prefault({})
export type PauseWanted = z.output<typeof pauseInvoiceInput>

/** Like any deadline, a pause ends on a business day. */
async function lastDayOf(unit: Unit, { clientId }: Invoice, until: BusinessDate | undefined) {
  return until === undefined
    ? null
    : businessDayFrom(until, await closedDaysOfClient(unit, clientId))
}

/** Nothing is done against the debtor until a day; interest stops too, if requested. */
export async function pauseInvoice(unit: Unit, id: string, wanted: PauseWanted): Promise<Invoice> {
  const invoice = await loadHeld(unit, Invoice, id)
  const paused = suspended(invoice, 'pause')
  const today = await unit.today()
  if (wanted.until !== undefined && wanted.until <= today) {
    invalid('/until', 'NOT_IN_FUTURE', 'It has to be a day to come')
  }
  const until = await lastDayOf(unit, invoice, wanted.until)
  await knownReason(unit, wanted.reasonCode)
  keepReason(invoice, wanted.reasonCode)
  Object.assign(invoice, paused, { pausedUntil: until })
  const from = wanted.pauseInterest === true ? today : null
  pauseInterest(invoice, from, await bankruptcyOf(unit, [id]))
  const interest = wanted.pauseInterest === true ? ', without interest' : ''
  addLedgerEvent(
    unit,
    invoice,
    'PAUSED',
    today,
    `Paused until ${until ?? 'it is resumed'}${interest}`,
  )
  return invoice
}
