import { z } from 'zod'
import { exportMethods, internalExportMethods } from '../../domain/bookkeeping/file-delivery.ts'
import { setting, settingGroup, type ValuesIn } from '../../kernel/read/setting.ts'

/** The tenant's own book has the defaults; a client's choices apply only to its own book. */
const ofClient = { levels: ['CLIENT'] } as const
const untilPayments = { ...ofClient, until: 'a client’s own system can book its payments' } as const

const voucherSeries = z
  .string()
  .regex(/^[A-Z0-9]{1,10}$/, 'Capitals and digits, at most 10')
  .meta({ example: 'A' })
const firstDay = z
  .string()
  .regex(/^(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/, 'A month and a day')
  .meta({ example: '01-01' })

export const bookkeepingSettings = settingGroup('bookkeeping', 'BOOKKEEPING', {
  /** How vouchers get into the client's own books. */
  export: {
    method: setting(z.enum(exportMethods), 'SIE_FILE', ofClient),
    voucherSeries: setting(voucherSeries, 'A', ofClient),
  },
  /** False where the client's own system has booked its invoices already. */
  bookInvoices: setting(z.boolean(), true, ofClient),
  bookPayments: setting(z.boolean(), true, untilPayments),
  fiscalYearStart: setting(firstDay, '01-01', ofClient),
  basis: setting(z.enum(['ACCRUAL', 'CASH']), 'ACCRUAL', untilPayments),
})
export type BookkeepingSettings = ValuesIn<typeof bookkeepingSettings>

/** How files of the tenant's own book reach its bookkeeping. */
export const internalFilesSettings = settingGroup('internalFiles', null, {
  exportMethod: setting(z.enum(internalExportMethods), 'SIE_FILE', { levels: ['TENANT'] }),
})

/** How many years after that of its fiscal year accounting material is kept: the law wants seven. */
export const retentionSettings = settingGroup('retention', null, {
  accountingYears: setting(z.int().min(7).max(100), 7, { levels: ['TENANT'] }),
})
