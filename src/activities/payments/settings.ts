import { z } from 'zod'
import { allocationOrders } from '../../domain/payments/allocation.ts'
import { amountSent } from '../../kernel/read/amounts.ts'
import { setting, settingGroup } from '../../kernel/read/setting.ts'

const ofTenant = { levels: ['TENANT'] } as const

export const paymentsSettings = settingGroup('payments', null, {
  /** Whether fees and interest are settled before capital. */
  allocationOrder: setting(z.enum(allocationOrders), 'COSTS_FIRST', ofTenant),
  /** Whether what a file without faults brings goes into the books by itself. */
  bookFiles: setting(z.enum(['AT_ONCE', 'BY_HAND']), 'AT_ONCE', ofTenant),
  /** From this score on, of 100, what matching finds is linked; below it is proposed alone. */
  matchingScore: setting(z.int().min(50).max(100), 90, ofTenant),
  /** Up to here, in the currency of the claim, a small difference closes it. */
  tolerance: setting(amountSent.meta({ example: '1.00' }), '0.00', ofTenant),
})
