import type { AreaOfVerbs } from '../area.ts'
import { blockPayouts } from './block-payouts.ts'

export const payouts = { payoutsFollow: blockPayouts } as const satisfies AreaOfVerbs
