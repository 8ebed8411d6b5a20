import {
  bookedOutside,
  failedOutside,
  overridden,
  sentAgain,
  taken,
} from '../../domain/bookkeeping/voucher-life.ts'
import { Voucher } from '../../entities/voucher.ts'
import { leaveErrand } from '../system/leave-errand.ts'
import { settleErrand } from '../system/settle-errand.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** A connector has it. */
export async function takeVoucher(unit: Unit, id: string, system: string): Promise<Voucher> {
  const voucher = await loadHeld(unit, Voucher, id)
  return Object.assign(voucher, taken(voucher, system))
}

/** The other system has it in its books. */
export async function bookVoucherOutside(
  unit: Unit,
  id: string,
  externalId: string,
): Promise<Voucher> {
  const voucher = await loadHeld(unit, Voucher, id)
  Object.assign(voucher, bookedOutside(voucher, externalId))
  await settleErrand(unit, errandKeyOf(id), `Booked outside as ${externalId}`)
  return voucher
}

/** The other system refused it: a person has to look why. */
export async function failVoucherOutside(unit: Unit, id: string, error: string): Promise<Voucher> {
  const voucher = await loadHeld(unit, Voucher, id)
  Object.assign(voucher, failedOutside(voucher, error))
  const { series, number, clientId, externalSystem } = voucher
  await leaveErrand(unit, {
    type: 'VOUCHER',
    subjectType: 'Voucher',
    subjectId: id,
    clientId: clientId ?? null,
    title: `Voucher ${series} ${number} was not booked by ${externalSystem}`,
    data: { error },
    dedupeKey: errandKeyOf(id),
  })
  return voucher
}

/** What failed is offered to connectors once more. */
export async function resendVoucher(unit: Unit, id: string): Promise<Voucher> {
  const voucher = await loadHeld(unit, Voucher, id)
  Object.assign(voucher, sentAgain(voucher))
  await settleErrand(unit, errandKeyOf(id), 'Sent again')
  return voucher
}

/** Sends the voucher's event once more. */
export async function announceVoucherAgain(unit: Unit, id: string): Promise<Voucher> {
  const voucher = await loadHeld(unit, Voucher, id)
  voucher.externalAttempts++
  return voucher
}

export async function overrideVoucher(
  unit: Unit,
  id: string,
  wanted: Parameters<typeof overridden>[1],
): Promise<Voucher> {
  const voucher = await loadHeld(unit, Voucher, id)
  return Object.assign(voucher, overridden(voucher, wanted))
}

const errandKeyOf = (voucherId: string) => `voucher/${voucherId}`
