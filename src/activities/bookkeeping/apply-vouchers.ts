import type { SyncVoucher } from '../../domain/webhooks/inbound.ts'
import { refuse } from '../../domain/refusal.ts'
import type { InboundEvent } from '../../entities/inbound-event.ts'
import { Voucher } from '../../entities/voucher.ts'
import { holdWithFiles } from './files/export-file.ts'
import { bookVoucherOutside, failVoucherOutside } from './move-voucher.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Applies a connector's report on vouchers: all of it, or nothing. */
export async function applyVouchers(unit: Unit, { payload }: InboundEvent): Promise<void> {
  // It was validated when it was received.
  const sync = payload as unknown as SyncVoucher
  const ids = [...sync.voucherIds]
  const found = await unit.all(Voucher, { id: { $in: ids } })
  const known = new Set(found.map(({ id }) => id))
  const errors = ids.flatMap((id, at) =>
    known.has(id)
      ? []
      : [
          {
            pointer: `/voucherIds/${at}`,
            code: 'NOT_FOUND',
            message: 'There is nothing with this id',
          },
        ],
  )
  if (errors.length > 0) refuse('NOT_FOUND', { errors })
  await holdWithFiles(unit, found)
  // In one order, so that two events about the same vouchers do not wait for each other.
  for (const id of [...known].toSorted()) {
    if (sync.status === 'EXTERNAL_BOOKED') await bookVoucherOutside(unit, id, sync)
    else await failVoucherOutside(unit, id, sync)
  }
}
