import type { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { OutboxMessage } from '../../src/kernel/relay/dispatch.ts'
import { tenantOfNumber } from '../../src/domain/id-forms.ts'
import { claimFrom, sourceNamed, type Weights } from '../../src/kernel/relay/sources.ts'
import { poolByKeys } from '../../src/ports/database/planning.ts'
import { fill } from '../support/fill.ts'
import { nthId } from '../support/ids-inside.ts'
import { world, type World } from '../support/world.ts'

let at: World
let relay: Pool

beforeAll(async () => {
  at = await world()
  relay = poolByKeys({ connectionString: at.installed.relayUrl, max: 1 })
})
afterAll(async () => {
  await relay.end()
  await at.close()
})
afterEach(() => at.owner('truncate outbox, invoice_activation cascade'))

const many = 5_000
const batch = 100
let filled = 0

interface Waiting {
  /** Its number, or that of each `n`. */
  tenant: number | string
  count: number
  workflow?: string
  byCaller?: boolean
  /** For how many seconds they are due. */
  since?: number
}

async function waiting(...all: Waiting[]): Promise<void> {
  for (const { tenant, count, workflow = 'inviteUser', byCaller = true, since = 1 } of all) {
    const values = {
      tenant_id: `${tenant}`,
      id: nthId('OB', `(n + ${filled})`),
      workflow: `'${workflow}'`,
      by_caller: `${byCaller}`,
      due_at: `now() - interval '${since} seconds' - n * interval '1 microsecond'`,
    }
    await fill(at, 'outbox', values, count)
    filled += count
  }
}

async function startsWaiting(tenant: number, count: number, since = 1): Promise<void> {
  const values = {
    tenant_id: `${tenant}`,
    id: nthId('IA', `(n + ${filled})`),
    number: `n + ${filled}`,
    starts_at: `now() - interval '${since} seconds' - n * interval '1 microsecond'`,
  }
  await fill(at, 'invoice_activation', values, count)
  filled += count
}

const taken = (weights?: Weights) => claimFrom(relay, [sourceNamed('outbox')], batch, 30, weights)
const startsTaken = (weights?: Weights) =>
  claimFrom(relay, [sourceNamed('invoice_activation')], batch, 30, weights)
const isOf =
  (number: number) =>
  ({ tenant_id: tenantId }: OutboxMessage): boolean =>
    tenantId === tenantOfNumber(number)

describe('of what waits in the outbox', () => {
  test('the one row of a tenant is in the next batch, before the second of another', async () => {
    await waiting({ tenant: 1001, count: many, since: 60 }, { tenant: 1002, count: 1 })
    const rows = await taken()
    expect(rows).toHaveLength(batch)
    expect(rows.findIndex(isOf(1002))).toBeLessThanOrEqual(1)
  })

  test('tenants have as many of each batch, whoever has waited longer', async () => {
    await waiting(
      { tenant: 1001, count: many, since: 60 },
      { tenant: 1002, count: 80 },
      { tenant: 1003, count: 20 },
    )
    const rows = await taken()
    const counts = [1001, 1002, 1003].map((tenant) => rows.filter(isOf(tenant)).length)
    expect(counts).toEqual([40, 40, 20])
  })

  test('a tenant that weighs more has as many more turns', async () => {
    await waiting({ tenant: 1001, count: many, since: 60 }, { tenant: 1002, count: many })
    const rows = await taken(new Map([[tenantOfNumber(1002), 3]]))
    expect(rows.filter(isOf(1002))).toHaveLength((batch * 3) / 4)
    expect(rows.slice(0, 4).filter(isOf(1001))).toHaveLength(1)
  })

  test('what one kind has waiting keeps no other kind waiting, of the same tenant neither', async () => {
    await waiting(
      { tenant: 1001, count: many, workflow: 'webhookDelivery', byCaller: false, since: 60 },
      { tenant: 1001, count: 1, workflow: 'runJob', byCaller: false },
      { tenant: 1001, count: 3, workflow: 'factoringDecision' },
    )
    const rows = await taken()
    expect(rows).toHaveLength(batch)
    const first = rows.slice(0, 6).map(({ workflow }) => workflow)
    expect(first.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => 'factoringDecision'))
    expect(first).toContain('runJob')
  })

  test('what somebody called for goes first, and the rest goes on beside it', async () => {
    await waiting(
      { tenant: 1001, count: many, byCaller: false, since: 60 },
      { tenant: 1001, count: many },
    )
    const rows = await taken()
    expect(rows[0]).toMatchObject({ by_caller: true })
    expect(rows.filter((row) => row.by_caller)).toHaveLength((batch * 4) / 5)
  })

  test('of very many tenants the first of each go, who waited longest first', async () => {
    await waiting({ tenant: 1001, count: many, since: 60 }, { tenant: '2000 + n', count: 300 })
    const rows = await taken()
    expect(rows).toHaveLength(batch)
    expect(new Set(rows.map(({ tenant_id: id }) => id)).size).toBe(batch)
  })

  test('two relays at once take different rows, a whole batch each', async () => {
    await waiting({ tenant: 1001, count: many })
    const other = await relayHolding(() => taken())
    expect(other.before).toHaveLength(batch)
    expect(other.meanwhile).toHaveLength(batch)
    const ids = [...other.before, ...other.meanwhile].map(({ id }) => id)
    expect(new Set(ids).size).toBe(2 * batch)
  })
})

/** What another relay takes in a transaction that is still open, and what is taken meanwhile. */
async function relayHolding(take: () => Promise<OutboxMessage[]>) {
  const holding = poolByKeys({ connectionString: at.installed.relayUrl, max: 1 })
  try {
    await holding.query('begin')
    const before = await claimFrom(holding, [sourceNamed('outbox')], batch, 30)
    const meanwhile = await take()
    await holding.query('commit')
    return { before, meanwhile }
  } finally {
    await holding.end()
  }
}

test('rows that ask for their process are taken of each tenant in turn', async () => {
  await startsWaiting(1001, many, 60)
  await startsWaiting(1002, 3)
  const rows = await startsTaken()
  expect(rows).toHaveLength(batch)
  expect(rows.slice(0, 6).filter(isOf(1002))).toHaveLength(3)
  await startsWaiting(1003, batch)
  const more = await startsTaken(new Map([[tenantOfNumber(1003), 4]]))
  expect(more.filter(isOf(1003))).toHaveLength((batch * 4) / 5)
})
