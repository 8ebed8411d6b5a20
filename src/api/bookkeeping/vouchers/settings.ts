import { z } from 'zod'
import { lockPeriod, lockPeriodInput } from '../../../activities/bookkeeping/lock-period.ts'
import { ownerMeant } from '../../../activities/bookkeeping/owner-named.ts'
import { LockedPeriod } from '../../../entities/bookkeeping-account.ts'
import { id, instant, version } from '../../../kernel/read/fields.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { viewOf } from '../../../kernel/read/view.ts'

/** Of a book that nobody has locked yet, without a version. */
const lockedPeriodView = viewOf(LockedPeriod, ['ownerType', 'clientId', 'lockedUntil'], {
  more: { version: version.nullable(), updatedAt: instant.nullable() },
  show: (period) => ({
    version: period.version,
    updatedAt: period.updatedAt.toISOString(),
  }),
})

export default {
  readLockedPeriod: operation(
    'GET /vouchers/settings/locked-period',
    'ReadVoucherSettingsLockedPeriod',
    {
      summary: "Read the locked period; of a client's book, or of the tenant's own",
      query: z.strictObject({ clientId: id('Client').optional() }),
      returns: lockedPeriodView.schema,
    },
  ).handle(async ({ unit, query }) => {
    const owner = ownerMeant(unit, query.clientId, '?clientId')
    const kept = await unit.find(LockedPeriod, { ownerId: owner.ownerId })
    const { ownerType, clientId } = owner
    if (kept !== null) return lockedPeriodView.show(kept)
    return { ownerType, clientId, lockedUntil: null, version: null, updatedAt: null }
  }),

  updateLockedPeriod: operation(
    'PUT /vouchers/settings/locked-period',
    'UpdateVoucherSettingsLockedPeriod',
    {
      names: { entity: LockedPeriod },
      summary: 'Lock a book up to a day; to move it back takes two people',
      body: lockPeriodInput,
      shows: lockedPeriodView,
      confirms: true,
      refuses: ['NOT_FOUND'],
    },
  ).handle(({ unit, body }) => lockPeriod(unit, body)),
} satisfies Room
