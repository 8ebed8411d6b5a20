import { z } from 'zod'
import { operation, type Room } from '../../kernel/http/operation.ts'

const pingSecured = operation('GET /ping/secured', 'ReadUsers', {
  summary: 'Show whether the token works, and for whom',
  returns: z.object({ pong: z.literal(true), principal: z.string(), tenantId: z.string() }),
}).handle(async ({ unit }) => ({
  pong: true,
  principal: unit.principal.id,
  tenantId: unit.tenantId,
}))

export default { pingSecured } satisfies Room
