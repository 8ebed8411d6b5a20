import type { AreaOfVerbs } from '../area.ts'
import { holdPayouts } from './hold-payouts.ts'

export const payouts = { paymentHeld: holdPayouts } as const satisfies AreaOfVerbs
