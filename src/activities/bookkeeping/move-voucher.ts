import { z } from 'zod'
import {
  bookedOutside,
  failedOutside,
  overridden,
  sentAgain,
  taken,
  overridable,
} from '../../domain/bookkeeping/voucher-life.ts'
import { Voucher } from '../../entities/voucher.ts'
import { leaveErrand } from '../system/leave-errand.ts'
import { followVoucher } from './files/export-file.ts'
import { settleErrand } from '../system/settle-errand.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { filled } from '../../kernel/read/fields.ts'

const system = filled(60).meta({ example: 'FORTNOX' })
const externalId = filled(200)
const error = filled(1000)

export const takeVoucherInput = z.strictObject({ system: system.default('CONNECTOR') }).prefault({})

/** A connector has it. */
export async function takeVoucher(
  unit: Unit,
  id: string,
  sent: z.output<typeof takeVoucherInput>,
): Promise<Voucher> {
  const voucher = await loadHeld(unit, Voucher, id)
  return Object.assign(voucher, taken(voucher, sent.system))
}

export const bookVoucherOutsideInput = z.strictObject({ externalId })

/** The other system has booked it. */
export async function bookVoucherOutside(
  unit: Unit,
  id: string,
  sent: z.output<typeof bookVoucherOutsideInput>,
): Promise<Voucher> {
  const voucher = await loadHeld(unit, Voucher, id)
  Object.assign(voucher, bookedOutside(voucher, sent.externalId))
  await followVoucher(unit, voucher.fileId, null)
  await settleErrand(unit, errandKeyOf(id), `Booked outside as ${sent.externalId}`)
  return voucher
}

export const failVoucherOutsideInput = z.strictObject({ error })

/** The other system refused it: a person has to look why. */
export async function failVoucherOutside(
  unit: Unit,
  id: string,
  sent: z.output<typeof failVoucherOutsideInput>,
): Promise<Voucher> {
  const voucher = await loadHeld(unit, Voucher, id)
  Object.assign(voucher, failedOutside(voucher, sent.error))
  await followVoucher(unit, voucher.fileId, sent.error)
  await leaveFailed(unit, voucher)
  return voucher
}

async function leaveFailed(unit: Unit, voucher: Voucher): Promise<void> {
  const { id, series, number, clientId, externalSystem, externalError } = voucher
  await leaveErrand(unit, {
    type: 'VOUCHER',
    subjectType: 'Voucher',
    subjectId: id,
    clientId: clientId ?? null,
    title: `Voucher ${series} ${number} was not booked by ${externalSystem}`,
    data: { error: externalError },
    dedupeKey: errandKeyOf(id),
  })
}

/** Offers a failed voucher to connectors and the next file again. */
export async function resendVoucher(unit: Unit, id: string): Promise<Voucher> {
  const voucher = await loadHeld(unit, Voucher, id)
  const { fileId } = voucher
  Object.assign(voucher, sentAgain(voucher))
  await followVoucher(unit, fileId, null)
  await settleErrand(unit, errandKeyOf(id), 'Sent again')
  return voucher
}

/** Sends the voucher's event once more. */
export async function announceVoucherAgain(unit: Unit, id: string): Promise<Voucher> {
  const voucher = await loadHeld(unit, Voucher, id)
  voucher.externalAttempts++
  return voucher
}

export const overrideVoucherInput = z.strictObject({
  status: z.enum(overridable),
  externalSystem: system.optional(),
  externalId: externalId.optional(),
  externalError: error.optional(),
})

export async function overrideVoucher(
  unit: Unit,
  id: string,
  wanted: z.output<typeof overrideVoucherInput>,
): Promise<Voucher> {
  const voucher = await loadHeld(unit, Voucher, id)
  const { fileId } = voucher
  Object.assign(voucher, overridden(voucher, wanted))
  await followVoucher(unit, fileId, wanted.externalError ?? null)
  if (wanted.status === 'EXTERNAL_FAILED') await leaveFailed(unit, voucher)
  else await settleErrand(unit, errandKeyOf(id), `Said to be ${wanted.status}`)
  return voucher
}

const errandKeyOf = (voucherId: string) => `voucher/${voucherId}`
