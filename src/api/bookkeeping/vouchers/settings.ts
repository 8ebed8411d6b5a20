import { z } from 'zod'
import { lockPeriod } from '../../../activities/bookkeeping/lock-period.ts'
import { ownerMeant } from '../../../activities/bookkeeping/owner-named.ts'
import { ownerTypes } from '../../../domain/bookkeeping/ledger.ts'
import { LockedPeriod } from '../../../entities/bookkeeping-account.ts'
import { id, instant, sentDay, version } from '../../../kernel/read/fields.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { day } from '../views.ts'

const LockedPeriodView = z
  .object({
    ownerType: z.enum(ownerTypes),
    clientId: id('Client').nullable(),
    lockedUntil: day.nullable(),
    version: version.nullable(),
    updatedAt: instant.nullable(),
  })
  .meta({ id: 'LockedPeriod' })

const show = (period: LockedPeriod): z.output<typeof LockedPeriodView> => ({
  ownerType: period.ownerType,
  clientId: period.clientId ?? null,
  lockedUntil: period.lockedUntil ?? null,
  version: period.version,
  updatedAt: period.updatedAt.toISOString(),
})

export default {
  readLockedPeriod: operation(
    'GET /vouchers/settings/locked-period',
    'ReadVoucherSettingsLockedPeriod',
    {
      summary: "Read the locked period; of a client's book, or of the tenant's own",
      query: z.strictObject({ clientId: id('Client').optional() }),
      returns: LockedPeriodView,
    },
  ).handle(async ({ unit, query }) => {
    const owner = ownerMeant(unit, query.clientId, '?clientId')
    const kept = await unit.find(LockedPeriod, { ownerId: owner.ownerId })
    const { ownerType, clientId } = owner
    if (kept !== null) return show(kept)
    return { ownerType, clientId, lockedUntil: null, version: null, updatedAt: null }
  }),

  updateLockedPeriod: operation(
    'PUT /vouchers/settings/locked-period',
    'UpdateVoucherSettingsLockedPeriod',
    {
      names: { entity: LockedPeriod },
      summary: 'Lock a book up to a day; to move it back takes two people',
      body: z.strictObject({ clientId: id('Client').optional(), lockedUntil: sentDay.nullable() }),
      returns: LockedPeriodView,
      shows: show,
      confirms: true,
      refuses: ['NOT_FOUND', 'SAME_APPROVER'],
    },
  ).handle(({ unit, body }) => lockPeriod(unit, body)),
} satisfies Room
