import { z } from 'zod'
import { allocationOrders } from '../../domain/payments/allocation.ts'
import { fileBookings } from '../../domain/payments/batch.ts'
import { toleranceMax } from '../../domain/payments/tolerance.ts'
import { amountSent } from '../../kernel/read/amounts.ts'
import { sentDay } from '../../kernel/read/fields.ts'
import { setting, settingGroup } from '../../kernel/read/setting.ts'

const ofTenant = { levels: ['TENANT'] } as const

const tolerated = amountSent
  .refine((amount) => Number(amount) <= toleranceMax, `At most ${toleranceMax}`)
  .meta({ example: '1.00' })

const order = z.enum(allocationOrders)

const ordersByDay = z
  .array(z.strictObject({ validFrom: sentDay, order }))
  .min(1)
  .max(20)
  .refine((all) => new Set(all.map(({ validFrom }) => validFrom)).size === all.length, {
    message: 'One order of each day',
  })

export const paymentsSettings = settingGroup('payments', null, {
  /** Whether fees and interest are settled before capital: on all days, or from which day on. */
  allocationOrder: setting(z.union([order, ordersByDay]), 'COSTS_FIRST', ofTenant),
  /**
   * Whether what a file without faults brings goes into the books by itself: all of it, only
   * batches of which each payment has found its claims, or nothing.
   */
  bookFiles: setting(z.enum(fileBookings), 'AT_ONCE', ofTenant),
  /** From this score on, of 100, what matching finds is linked; below it is proposed alone. */
  matchingScore: setting(z.int().min(50).max(100), 90, ofTenant),
  /**
   * Up to here, in the currency of the claim, a small difference closes it: at most 10.00, where
   * that is little, else 1.00, and never more than a tenth of the claim.
   */
  tolerance: setting(tolerated, '0.00', ofTenant),
})
