import { expect, test } from 'vitest'
import { bookedClient } from '../support/booked-client.ts'
import { worldWithTenant } from '../support/world.ts'

const { tenant } = await worldWithTenant()

test('queries know the tables and columns of the entities, and amounts come as text', async () => {
  const { id, mainId } = await bookedClient(tenant)
  const rows = await tenant.work((unit) =>
    unit.kysely
      .selectFrom('client_account')
      .select(['id', 'balance', 'min_payout', 'created_at'])
      .where('tenant_id', '=', unit.tenantId)
      .where('client_id', '=', id)
      .where('id', '=', mainId)
      .execute(),
  )
  const [first] = rows
  const balance: string | undefined = first?.balance
  const payout: string | null | undefined = first?.min_payout
  const created: Date | undefined = first?.created_at
  expect([balance, payout, created instanceof Date]).toEqual(['0', null, true])
})

test('a table, a column or a value that is none does not compile', async () => {
  await tenant.work(async ({ kysely }) => {
    // @ts-expect-error there is no such table
    kysely.selectFrom('client_acount')
    // @ts-expect-error there is no such column
    kysely.selectFrom('client_account').select('balence')
    // @ts-expect-error an account has no such type
    kysely.selectFrom('client_account').where('type', '=', 'MANE')
    // @ts-expect-error an amount is no number
    kysely.updateTable('client_account').set({ balance: 1.5 })
    const asked = kysely.selectFrom('client_account').select('id').where('type', '=', 'MAIN')
    expect(asked.compile().sql).toBe('select "id" from "client_account" where "type" = $1')
  })
})
