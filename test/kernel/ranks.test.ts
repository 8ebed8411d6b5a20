import { expect, test } from 'vitest'
import { hold, holdWhere } from '../../src/kernel/write/hold.ts'
import { lockKey } from '../../src/kernel/write/lock-key.ts'
import { ranks } from '../../src/kernel/write/ranks.ts'
import { createLog, createRuntime } from '../../src/run/runtime.ts'
import { Client } from '../../src/entities/client.ts'
import { ClientAccount } from '../../src/entities/client-account.ts'
import { Invoice } from '../../src/entities/invoice.ts'
import { ReasonCode } from '../../src/entities/reason-code.ts'
import { allTables } from '../../src/entities/table.ts'
import type { Unit } from '../../src/kernel/write/unit.ts'
import { Environment } from '../../src/environment.ts'
import { bookedClient } from '../support/booked-client.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()

/** What is said against the unit; the world forgets it, as it was meant. */
async function saidOf(work: (unit: Unit) => Promise<unknown> | void): Promise<string[]> {
  await tenant.work(async (unit) => work(unit)).catch(() => undefined)
  return at.outOfOrder.splice(0)
}

test('every rank is of a table that is there, or of a key, and each stands there once', () => {
  const all: string[] = Object.values(ranks).flat()
  expect(new Set(all).size).toBe(all.length)
  const tables = new Set(allTables().map(({ table }) => table))
  expect(all.filter((name) => !name.startsWith('key ') && !tables.has(name))).toEqual([])
})

test('a lower rank after a higher one is against the order, and what is held is not', async () => {
  const said = await saidOf((unit) => {
    hold(unit, ClientAccount, ['CA1'])
    hold(unit, Invoice, ['I1'])
  })
  expect(said).toEqual(['invoice is taken after client_account'])
  const again = await saidOf((unit) => {
    hold(unit, Invoice, ['I1'])
    hold(unit, ClientAccount, ['CA1'])
    hold(unit, Invoice, ['I1'])
  })
  expect(again).toEqual([])
})

test('so is a smaller id after a larger one, unless both are taken together', async () => {
  const together = await saidOf((unit) => hold(unit, Invoice, ['I2', 'I1']))
  expect(together).toEqual([])
  const apart = await saidOf((unit) => {
    hold(unit, Invoice, ['I2'])
    hold(unit, Invoice, ['I1'])
  })
  expect(apart).toEqual(['invoice is taken after one with a larger id'])
  const keys = await saidOf(async (unit) => {
    await lockKey(unit, 'errand', 'b')
    await lockKey(unit, 'errand', 'a')
  })
  expect(keys).toEqual(['key errand is taken after one with a larger id'])
})

test('rows that are found, and rows that are changed without being held, count as well', async () => {
  const { id, mainId, reserveId } = await bookedClient(tenant)
  const found = await saidOf(async (unit) => {
    await lockKey(unit, 'errand', 'a')
    await holdWhere(unit, ClientAccount, 'client_id = $2', [id])
  })
  expect(found).toEqual(['client_account is taken after key errand'])
  const changed = await saidOf(async (unit) => {
    const account = await unit.load(ClientAccount, mainId)
    await lockKey(unit, 'errand', 'a')
    account.minBalance = 1n
    await unit.flush()
  })
  expect(changed).toEqual(['client_account is taken after key errand'])
  const several = await saidOf(async (unit) => {
    const accounts = await unit.all(ClientAccount, { id: { $in: [mainId, reserveId] } })
    for (const account of accounts) account.minBalance = 2n
  })
  expect(several).toEqual([])
})

test('what a unit has made itself it may change whenever it wants', async () => {
  const said = await saidOf(async (unit) => {
    const client = (await unit.all(Client, {}))[0]!
    const fields = { clientId: client.id, balance: 0n, minPayout: null } as const
    const made = unit.add(ClientAccount, { ...fields, type: 'MAIN', currency: 'NOK' })
    await unit.flush()
    await lockKey(unit, 'errand', 'a')
    made.minBalance = 3n
    await unit.flush()
  })
  expect(said).toEqual([])
})

test('a unit that waits apart has let go of everything', async () => {
  const said = await saidOf(async (unit) => {
    await lockKey(unit, 'errand', 'b')
    await unit.apart(async () => undefined)
    await lockKey(unit, 'errand', 'a')
  })
  expect(said).toEqual([])
})

test('a table without a rank cannot be held', async () => {
  const held = tenant.work(async (unit) => hold(unit, ReasonCode, ['RC1']))
  await expect(held).rejects.toThrow('src/kernel/write/ranks.ts gives reason_code no rank')
})

test('outside of tests it is logged once, and the work goes on', async () => {
  const mode = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  try {
    const told: unknown[] = []
    const log = createLog(Environment.parse({ RECEIVABLES_LOG_LEVEL: 'silent' }))
    log.error = ((about: { err: Error }) => void told.push(about.err.message)) as typeof log.error
    const { keys, mail } = at.runtime
    const url = at.installed.runUrl
    const runtime = createRuntime(Environment.parse({}), url, keys, mail, log, at.runtime)
    for (let n = 0; n < 2; n++) runtime.outOfOrder?.('invoice is taken after client_account')
    await runtime.pool.close()
    expect(told).toEqual(['invoice is taken after client_account'])
  } finally {
    process.env['NODE_ENV'] = mode
  }
})
