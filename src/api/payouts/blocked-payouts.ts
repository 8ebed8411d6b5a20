import { z } from 'zod'
import { reasonsOfPayouts } from '../../activities/payouts/block-facts.ts'
import { blockReasonCodes, blockReasons } from '../../domain/payouts/block-reasons.ts'
import { Payout } from '../../entities/payout.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { viewOf } from '../../kernel/read/view.ts'

const reasonShown = z.object({
  code: z.enum(blockReasonCodes),
  /** What somebody can do about it. */
  lift: z.string(),
  endsByItself: z.boolean(),
})

const blockedPayoutView = viewOf(
  Payout,
  [
    'id',
    'clientId',
    'clientAccountId',
    'amount',
    'currency',
    'plannedDate',
    'reference',
    'status',
    'versioned',
  ],
  {
    name: 'BlockedPayout',
    /** Why, as it is now; of what stands against a client its own people are not told. */
    more: { reasons: z.array(reasonShown) },
    facts: (unit, rows: readonly Payout[]) =>
      reasonsOfPayouts(
        unit,
        rows.map(({ id }) => id),
      ),
    show: ({ id }, reasons: Awaited<ReturnType<typeof reasonsOfPayouts>>) => ({
      reasons: (reasons.get(id) ?? []).map((code) => ({ code, ...blockReasons[code] })),
    }),
  },
)

const blocked = collection(Payout, {
  noun: ['blocked payout', 'blocked payouts'],
  shows: blockedPayoutView,
  filters: filtersOf(Payout, ['clientId', 'clientAccountId', 'currency', 'plannedDate']),
  sort: ['-id', 'plannedDate'],
  only: { status: 'BLOCKED' },
})

export default {
  listBlockedPayouts: operation('GET /blocked-payouts', 'ReadPayouts', blocked.list),
  readBlockedPayout: operation('GET /blocked-payouts/{id}', 'ReadPayout', {
    ...blocked.read,
    summary: 'Read a blocked payout, and what lifts each of its blocks',
  }),
  searchBlockedPayouts: operation('POST /blocked-payouts/search', 'SearchPayouts', blocked.search),
} satisfies Room
