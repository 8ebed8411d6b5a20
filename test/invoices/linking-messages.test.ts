import { expect, test } from 'vitest'
import { countedMessages } from '../support/counted-messages.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const counted = countedMessages(at)

const clientId = await clientIn(tenant)
const ids: string[] = []
while (ids.length < 13) ids.push(await createdInvoice(tenant, clientId))

const call = (links: object[]) => tenant.api.put('/invoices/link-multiple-bulk', { links })
const linkOf = (creditId: string, debits: readonly string[]) => ({
  creditId,
  debits: debits.map((id) => ({ id })),
})

async function costOf(links: object[]): Promise<number> {
  const [{ status, body }, cost] = await counted(() => call(links))
  expect([status, body.total]).toEqual([202, links.length])
  // One at a time: what was begun is over for the next.
  await at.owner(`update background_task set status = 'COMPLETED' where tenant_id = $1`, [
    tenant.id,
  ])
  return cost
}

test('many links are asked for in as many messages as one', async () => {
  const [first = '', ...others] = ids
  const one = [linkOf(first, others.slice(0, 1))]
  // What is described, opened or asked anew after a moment is so by some of them.
  const leastOf = async (links: object[]) => {
    const costs: number[] = []
    while (costs.length < 4) costs.push(await costOf(links))
    return Math.min(...costs)
  }
  const alone = await leastOf(one)
  const many = await leastOf(others.map((id) => linkOf(id, ids)))
  expect(alone).toBeGreaterThan(0)
  expect(alone).toBeLessThanOrEqual(6)
  expect(many).toBe(alone)
})

test('what is not there is pointed at: credit notes, and only then debits', async () => {
  const nobody = 'I06D7ZCEWYHZ8N17900DG7H8PR4'
  const [first = '', second = ''] = ids
  const pointersOf = async (links: object[]) => {
    const { status, body } = await call(links)
    const errors: { pointer: string }[] = body.errors
    return [status, body.code, ...errors.map(({ pointer }) => pointer)]
  }
  const both = [linkOf(first, [second, nobody]), linkOf(nobody, [second, nobody])]
  expect(await pointersOf(both)).toEqual([404, 'NOT_FOUND', '/links/1/creditId'])
  const debits = [linkOf(first, [second, nobody]), linkOf(second, [nobody])]
  const missing = ['/links/0/debits/1/id', '/links/1/debits/0/id']
  expect(await pointersOf(debits)).toEqual([404, 'NOT_FOUND', ...missing])
})
