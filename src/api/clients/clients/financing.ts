import { z } from 'zod'
import {
  financingLimits,
  obstacles,
  type FinancingLimits,
} from '../../../activities/clients/financing-limits.ts'
import { productCodes } from '../../../domain/clients/product.ts'
import { creditStatuses, creditStatusOn } from '../../../domain/clients/limits.ts'
import { decimal } from '../../../domain/money.ts'
import { currencyCode } from '../../../kernel/read/amounts.ts'
import { id } from '../../../kernel/read/fields.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'

const money = z.string().meta({ example: '1000000.00' })

const FinancingLimitsView = z
  .object({
    clientId: id('Client'),
    asOf: z.iso.date(),
    limits: z.array(
      z.object({
        productCode: z.enum(productCodes),
        currency: currencyCode,
        creditLimit: money.nullable(),
        temporaryLimit: money.nullable(),
        temporaryUntil: z.iso.date().nullable(),
        /** The one in force today. */
        limit: money.nullable(),
        utilised: money,
        reserved: money,
        available: money.nullable(),
        status: z.enum(creditStatuses),
        obstacles: z.array(z.enum(obstacles)),
      }),
    ),
  })
  .meta({ id: 'FinancingLimits' })

const show = ({
  clientId,
  asOf,
  limits,
}: FinancingLimits): z.output<typeof FinancingLimitsView> => ({
  clientId,
  asOf,
  limits: limits.map(({ row, limit, available, obstacles: found }) => {
    const amount = (minor: bigint) => decimal(minor, row.currency)
    const orNull = (minor: bigint | null | undefined) => (minor == null ? null : amount(minor))
    return {
      productCode: row.productCode,
      currency: row.currency,
      creditLimit: orNull(row.creditLimit),
      temporaryLimit: orNull(row.temporaryLimit),
      temporaryUntil: row.temporaryUntil ?? null,
      limit: orNull(limit),
      utilised: amount(row.utilised),
      reserved: amount(row.reserved),
      available: orNull(available),
      status: creditStatusOn(row, asOf),
      obstacles: found,
    }
  }),
})

export default {
  readFinancingLimits: operation(
    'GET /clients/{clientId}/financing-limits',
    'ReadClientFinancingLimits',
    {
      summary: 'Read what a client may still have financed',
      returns: FinancingLimitsView,
      shows: show,
    },
  ).handle(({ unit, params }) => financingLimits(unit, params.clientId)),
} satisfies Room
