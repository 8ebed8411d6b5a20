import { z } from 'zod'
import { rights } from '../../policy/rights.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { RightName } from './views.ts'

const RightView = z
  .object({
    name: RightName,
    group: z.string().meta({ example: 'Invoice Management' }),
    area: z.string().meta({ example: 'invoices' }),
    description: z.string().meta({ example: 'List invoices' }),
  })
  .meta({ id: 'RightDescribed' })

const everyRight = {
  data: rights.map(({ name, group, area, description }) => ({ name, group, area, description })),
  hasMore: false,
  nextCursor: null,
}

export default {
  listRights: operation(
    'GET /rights',
    { self: 'The catalogue is the same for everyone and shows nothing of the tenant' },
    {
      summary: 'List every right there is, in catalogue order',
      returns: z.object({
        data: z.array(RightView),
        hasMore: z.literal(false),
        nextCursor: z.null(),
      }),
      extension: true,
    },
  ).handle(async () => everyRight as typeof everyRight & { hasMore: false }),
} satisfies Room
