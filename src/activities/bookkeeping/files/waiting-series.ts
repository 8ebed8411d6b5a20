import type { BusinessDate } from '../../../domain/dates.ts'
import { vouchersOfFileMax } from '../../../domain/bookkeeping/bookkeeping-file.ts'
import type { OwnerType } from '../../../domain/bookkeeping/ledger.ts'
import type { IdPage } from '../../../kernel/write/task-work.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/** Of which vouchers files are to be made. */
export interface FilesAsked {
  ownerType: OwnerType
  clientIds?: readonly string[] | undefined
  toDate: BusinessDate
}

/** What no other system has, and no file. */
export const untaken = `status in ('BOOKED', 'EXPORTED', 'REVERSED')
  and external_system is null and file_id is null`

/** The first voucher of each file to be made: of each book, series, year and currency. */
export async function waitingSeries(
  unit: Unit,
  { ownerType, clientIds, toDate }: FilesAsked,
  { after, until, limit }: IdPage,
): Promise<string[]> {
  const values: unknown[] = [unit.tenantId, ownerType, clientIds ?? null, toDate]
  const rows = await unit.transaction.query<{ id: string }>(
    `select id from (
       select id, row_number() over (
         partition by owner_id, series, fiscal_year, currency order by number) as place
       from voucher where tenant_id = $1 and owner_type = $2
         and ($3::uuid[] is null or client_id = any ($3)) and date <= $4 and ${untaken}
         and ${unit.bound('voucher', values)}) waiting
     where (place - 1) % ${vouchersOfFileMax} = 0
       and id > $${values.push(after)} and id <= $${values.push(until)}
     order by id limit $${values.push(limit)}`,
    values,
  )
  return rows.map(({ id }) => id)
}
