import { refuse } from '../../domain/refusal.ts'
import { BookkeepingAccount } from '../../entities/bookkeeping-account.ts'
import { Client } from '../../entities/client.ts'
import { holdWhere } from '../../kernel/write/hold.ts'
import { settingsOf } from '../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { bookkeepingSettings } from '../bookkeeping/settings.ts'
import { changing } from './change-settings.ts'

/**
 * Changes how a client's books are kept; refused if vouchers would get into another year than that
 * of their number.
 */
export const changeBookkeeping = changing(
  bookkeepingSettings,
  async ({ unit, clientId, sent, choose }) => {
    await unit.load(Client, clientId)
    const { fiscalYearStart } = await settingsOf(unit, clientId, bookkeepingSettings)
    const row = await choose()
    const wanted = sent.fiscalYearStart ?? fiscalYearStart
    if (wanted !== fiscalYearStart) await refuseRenumbered(unit, clientId, wanted)
    return row
  },
)

/** Waits for bookings that are under way; the database refuses one that read the old first day. */
async function refuseRenumbered(unit: Unit, ownerId: string, firstDay: string): Promise<void> {
  await holdWhere(unit, BookkeepingAccount, 'owner_id = $2', [ownerId])
  const [voucher] = await unit.transaction.query<{ number: string }>(
    `select series || ' ' || number || ' of ' || date as number from voucher
     where tenant_id = $1 and owner_id = $2 and fiscal_year <>
       extract(year from date) - (to_char(date, 'MM-DD') < $3)::int limit 1`,
    [unit.tenantId, ownerId, firstDay],
  )
  if (voucher !== undefined) {
    refuse('FISCAL_YEAR_IN_USE', { detail: `One of them is voucher ${voucher.number}.` })
  }
}
