import { z } from 'zod'
import { refuseClient } from '../../payments/held-unplaced.ts'
import { taskOf } from '../../task.ts'
import { refundClaim, refundCredit } from './refund-claim.ts'
import { takeBackRefund } from './take-back-refund.ts'

export const refunds = { refuseClient, refund: refundClaim, takeBack: takeBackRefund } as const

export const refundCredits = taskOf({ kind: 'Invoice', input: z.object({}), one: refundCredit })
