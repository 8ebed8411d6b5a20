import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { matchDebtor } from '../../src/activities/debtors/match-debtor.ts'
import { hold, loadHeld } from '../../src/kernel/write/hold.ts'
import { inUnit } from '../../src/kernel/write/in-unit.ts'
import { Unit } from '../../src/kernel/write/unit.ts'
import { platform } from '../../src/domain/access/principal.ts'
import { refuse, Refusal } from '../../src/domain/refusal.ts'
import { Client } from '../../src/entities/client.ts'
import { Debtor } from '../../src/entities/debtor.ts'
import { ClientAccount } from '../../src/entities/client-account.ts'
import { ReasonCode } from '../../src/entities/reason-code.ts'
import { Transaction } from '../../src/ports/database/transaction.ts'
import { changesOf } from '../support/changes.ts'
import { clientIn } from '../support/trade.ts'
import { bookedClient } from '../support/booked-client.ts'
import { reason } from '../support/reason.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await clientIn(tenant)
})
afterAll(() => at.close())

async function begun(): Promise<Unit> {
  const principal = platform(tenant.id, 'test')
  const transaction = await Transaction.begin(at.runtime.pool, principal, 'command')
  return new Unit(at.runtime, transaction, principal, at.clock.now)
}

const named = async (code: string) =>
  (await at.owner('select name, version from reason_code where code = $1', [code]))[0]

test('a unit never goes on with another version than the caller named, however it reads the row', async () => {
  await tenant.work((unit) => void unit.add(ReasonCode, reason('NAMED')))
  const again = {
    found: (unit: Unit) => unit.load(ReasonCode, { code: 'NAMED' }),
    listed: (unit: Unit) => unit.all(ReasonCode, { code: 'NAMED' }),
    locked: (unit: Unit) => unit.locked(ReasonCode, { code: 'NAMED' }),
  }
  for (const [how, read] of Object.entries(again)) {
    const unit = await begun()
    const { version } = (await named('NAMED')) as { version: number }
    unit.expect({ version, from: 'header', isNamed: (_, row) => row['code'] === 'NAMED' })
    await unit.load(ReasonCode, { code: 'NAMED' })
    await tenant.work(async (other) => {
      ;(await other.load(ReasonCode, { code: 'NAMED' })).name = `Before it was ${how}`
    })
    await expect(read(unit), how).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
    await unit.transaction.rollback()
  }
})

test('who goes on after a refusal sees no more than before', async () => {
  const theirs = await clientIn(tenant)
  const bound = { ...platform(tenant.id, 'test'), clientId: await clientIn(tenant) }
  const transaction = await Transaction.begin(at.runtime.pool, bound, 'command')
  const unit = new Unit(at.runtime, transaction, bound, at.clock.now)
  const refused = unit.widened(async () => {
    expect(await unit.find(Client, { id: theirs })).not.toBeNull()
    refuse('DEBTOR_BLOCKED')
  })
  await expect(refused).rejects.toMatchObject({ code: 'DEBTOR_BLOCKED' })
  expect(await unit.find(Client, { id: theirs })).toBeNull()
  await transaction.rollback()
})

test('what is asked beyond the scope at once is answered whole, whichever ends first', async () => {
  const theirs = await clientIn(tenant)
  const bound = { ...platform(tenant.id, 'test'), clientId: await clientIn(tenant) }
  const transaction = await Transaction.begin(at.runtime.pool, bound, 'command')
  const unit = new Unit(at.runtime, transaction, bound, at.clock.now)
  const seen = () =>
    transaction.prepared('select 1 from client where tenant_id = $1 and id = $2', [
      tenant.id,
      theirs,
    ])
  const short = unit.widened(seen)
  const long = unit.widened(async () => {
    await seen()
    await short
    return seen()
  })
  expect(await Promise.all([short, long])).toMatchObject([{ length: 1 }, { length: 1 }])
  expect(await seen()).toEqual([])
  await transaction.rollback()
})

describe('two units at once', () => {
  test('know nothing of what the other has not committed', async () => {
    const [one, two] = [await begun(), await begun()]
    one.add(ReasonCode, reason('ALONE'))
    await one.flush()
    expect(await one.find(ReasonCode, { code: 'ALONE' })).not.toBeNull()
    expect(await two.find(ReasonCode, { code: 'ALONE' })).toBeNull()
    await one.commit()
    expect(await two.find(ReasonCode, { code: 'ALONE' })).not.toBeNull()
    await two.transaction.rollback()
  })

  test('never take over what the other did to a row that both changed, however often it is read', async () => {
    await tenant.work((unit) => void unit.add(ReasonCode, reason('TWICE')))
    const lost = tenant.work(async (unit) => {
      const row = await unit.load(ReasonCode, { code: 'TWICE' })
      row.name = 'Changed by one'
      await tenant.work(async (other) => {
        ;(await other.load(ReasonCode, { code: 'TWICE' })).name = 'Changed by two'
      })
      await unit.all(ReasonCode, { code: 'TWICE' })
    })
    await expect(lost).rejects.toMatchObject({ code: 'VERSION_CONFLICT' })
    expect(await named('TWICE')).toEqual({ name: 'Changed by two', version: 2 })
  })

  test('see what the other did to a row that is read again, also what it emptied', async () => {
    const { id } = await tenant.work((unit) =>
      matchDebtor(unit, clientId, {
        customerNumber: '1',
        name: 'Berg AB',
        type: 'COMPANY',
        phone: '1',
      }),
    )
    await tenant.work(async (unit) => {
      const debtor = await unit.load(Debtor, id)
      debtor.email = 'a@malmo.example'
      await unit.flush()
      await unit.load(Debtor, id)
      debtor.email = 'b@lund.example'
    })
    await tenant.work(async (unit) => {
      const debtor = await unit.load(Debtor, id)
      expect(debtor.phone).toBe('1')
      await tenant.work(async (other) => {
        Object.assign(await other.load(Debtor, id), { phone: null, balance: 500n })
      })
      await unit.all(Debtor, { id })
      expect(debtor).toMatchObject({ phone: null, balance: 500n, email: 'b@lund.example' })
    })
  })

  test('hold rows of their own, though they are the same', async () => {
    await tenant.work((unit) => void unit.add(ReasonCode, reason('SHARED')))
    const [one, two] = [await begun(), await begun()]
    const mine = await one.load(ReasonCode, { code: 'SHARED' })
    const theirs = await two.load(ReasonCode, { code: 'SHARED' })
    mine.name = 'Changed by one'
    expect(mine).not.toBe(theirs)
    expect(theirs.name).toBe('SHARED')
    theirs.name = 'Changed by two'
    await one.commit()
    await expect(two.commit()).rejects.toMatchObject({ code: 'VERSION_CONFLICT' })
    await two.transaction.rollback()
    expect(await named('SHARED')).toEqual({ name: 'Changed by one', version: 2 })
  })

  const raised = (account: ClientAccount) => {
    account.minPayout = (account.minPayout ?? 0n) + 1n
  }
  const accountsOf = async ({ mainId, reserveId }: { mainId: string; reserveId: string }) =>
    at.owner('select min_payout, version from client_account where id = any($1)', [
      [mainId, reserveId],
    ])

  test('that hold the same row change it one after the other', async () => {
    const client = await bookedClient(tenant)
    const raise = () =>
      tenant.work(async (unit) => raised(await loadHeld(unit, ClientAccount, client.mainId)))
    await Promise.all(Array.from({ length: 8 }, raise))
    expect(await accountsOf(client)).toContainEqual({ min_payout: '8', version: 9 })
  })

  test('that hold the same rows never wait for each other, however they name them', async () => {
    const client = await bookedClient(tenant)
    const ids = [client.mainId, client.reserveId]
    const raise = (wanted: readonly string[]) =>
      tenant.work(async (unit) => {
        hold(unit, ClientAccount, wanted)
        for (const account of await unit.all(ClientAccount, { id: { $in: ids } })) raised(account)
      })
    const turns = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? ids : ids.toReversed()))
    await Promise.all(turns.map(raise))
    const both = { min_payout: '20', version: 21 }
    expect(await accountsOf(client)).toEqual([both, both])
  })
})

describe('a unit that fails leaves nothing', () => {
  const failing = (work: (unit: Unit) => Promise<unknown>) =>
    inUnit(at.runtime, platform(tenant.id, 'test'), {}, work)

  test('of what it wrote, its changelog, its events and its outbox', async () => {
    const count = () =>
      at.owner(`select (select count(*) from reason_code)::int as rows,
        (select count(*) from changelog)::int as changes,
        (select count(*) from event)::int as events,
        (select count(*) from outbox)::int as told`)
    const before = await count()
    const broken = failing(async (unit) => {
      unit.add(ReasonCode, reason('GONE'))
      unit.start('inviteUser', 'UI1')
      await unit.flush()
      throw new Error('halfway')
    })
    await expect(broken).rejects.toThrow('halfway')
    expect(await count()).toEqual(before)
  })

  test('and gives its connection back, every time', async () => {
    for (let n = 0; n < 20; n++) {
      await expect(
        failing(async (unit) => unit.transaction.query('select nonsense')),
      ).rejects.toThrow()
    }
    expect(at.runtime.pool.waiting).toBe(0)
    expect(await failing(async (unit) => (await unit.transaction.query('select 1')).length)).toBe(1)
  })

  test('when the connection is cut off, it says so and the next one works', async () => {
    const cut = failing(async (unit) => {
      const [row] = await unit.transaction.query<{ pid: number }>('select pg_backend_pid() as pid')
      await at.owner('select pg_terminate_backend($1)', [row?.pid])
      await unit.transaction.query('select 1')
    })
    await expect(cut).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await failing(async (unit) => (await unit.transaction.query('select 1')).length)).toBe(1)
  })

  test('when it takes longer than it may, it says that, and not that the database is away', async () => {
    const long = failing(async (unit) => {
      await unit.transaction.query(`set local statement_timeout = '20ms'`)
      await unit.transaction.query('select pg_sleep(5)')
    })
    await expect(long).rejects.toMatchObject({ code: 'TOOK_TOO_LONG', status: 503 })
  })
})

test('a commit that the database takes back is no commit', async () => {
  const unit = await begun()
  unit.add(ReasonCode, reason('ABORTED'))
  await unit.flush()
  await unit.transaction.query('select 1/0').catch(() => undefined)
  await expect(unit.commit()).rejects.toThrow()
  expect(await named('ABORTED')).toBeUndefined()
})

test('a row that is not there, or not of this tenant, is refused in one way', async () => {
  const other = await tenantIn(at)
  await other.work((unit) => void unit.add(ReasonCode, reason('THEIRS')))
  const unit = await begun()
  for (const code of ['THEIRS', 'NOBODYS']) {
    const refused: unknown = await unit.load(ReasonCode, { code }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Refusal)
    expect(refused).toMatchObject({ code: 'NOT_FOUND', facts: {} })
  }
  expect(await unit.all(ReasonCode, { code: 'THEIRS' })).toEqual([])
  await unit.transaction.rollback()
})

test('what a value was and is stands in the changelog, but never what is hidden', async () => {
  const [token] = await at.owner('select id, hash from token where tenant_id = $1', [tenant.id])
  const changes = JSON.stringify(await changesOf(tenant, String(token?.['id'])))
  expect(changes).toContain('"hash":{"to":"•••"}')
  expect(changes).not.toContain(String(token?.['hash']))
  const rows = JSON.stringify(await at.owner('select entries, data from journal'))
  expect(rows).not.toContain(String(token?.['hash']))
})
