import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leaveErrand } from '../../src/activities/system/leave-errand.ts'
import type { Unit } from '../../src/kernel/write/unit.ts'
import { ClientAccount } from '../../src/entities/client-account.ts'
import { ClientProduct } from '../../src/entities/client-product.ts'
import { ClientSetting } from '../../src/entities/client-setting.ts'
import { Client } from '../../src/entities/client.ts'
import { DebtorSubtype } from '../../src/entities/debtor-subtype.ts'
import { EmailRecipient } from '../../src/entities/email-recipient.ts'
import { ErrandEvent } from '../../src/entities/system-errand.ts'
import { ReasonCode } from '../../src/entities/reason-code.ts'
import { Role, RoleRight } from '../../src/entities/role.ts'
import { Token } from '../../src/entities/token.ts'
import {
  clientAccount,
  clientFacts,
  clientProduct,
  contact,
  leftBy,
  reason,
  token,
  setLane,
  type Work,
} from '../support/lanes.ts'
import { tenantIn, world, type World } from '../support/world.ts'
import { exampleId } from '../../src/entities/ids.ts'

let at: World

beforeAll(async () => {
  at = await world()
})
afterAll(() => at.close())
/** Units as verbs make them; each runs through both lanes. */
const units: Readonly<Record<string, Work>> = {
  'one new row': (unit) => void unit.add(ReasonCode, reason(1)),
  'several of several tables, what is owned added first': (unit) => {
    const role = unit.add(Role, { name: 'Lane', description: 'Of the test', template: null })
    unit.add(RoleRight, { roleId: role.id, right: 'ReadUsers' })
    unit.add(RoleRight, { roleId: role.id, right: 'CreateUsers' })
    unit.add(ReasonCode, reason(2))
    unit.add(Token, token(unit, 'a'.repeat(64)))
  },
  'a row that is shown, then changed before the commit': async (unit) => {
    const row = unit.add(ReasonCode, reason(3))
    await unit.flush()
    expect(row.version).toBe(1)
    row.name = 'Changed'
    await unit.flush()
    expect(row.version).toBe(2)
  },
  'a row that is found again, and one that is added after': async (unit) => {
    const row = unit.add(ReasonCode, reason(4))
    await unit.flush()
    expect(await unit.load(ReasonCode, { code: row.code })).toBe(row)
    unit.add(ReasonCode, reason(5))
    expect(await unit.all(ReasonCode, {})).toHaveLength(2)
  },
  'rows that are poured': async (unit) => {
    await unit.pour(
      ReasonCode,
      Array.from({ length: 5 }, (_, n) => reason(70 + n)),
    )
  },
  'rows that a statement makes': async (unit) => {
    const told = await unit.pour.made(ReasonCode, {
      text: `select n, 'LANE_9' || n, 'Reason "' || n || '"' from generate_series(1, 7) n`,
      values: [],
      properties: ['code', 'name'],
      alike: { type: 'STOP', description: "it's", active: true },
      most: 5,
      told: 'select max(code) as last from made',
    })
    expect(told).toEqual([{ last: 'LANE_95' }])
  },
  'a row that is added and removed': async (unit) => {
    const row = unit.add(ReasonCode, reason(6))
    await unit.flush()
    unit.remove(row)
  },
  'a new row beside a changed one': async (unit) => {
    unit.add(ReasonCode, reason(7))
    await unit.flush()
    const row = await unit.load(ReasonCode, { code: 'LANE_7' })
    row.active = false
    unit.add(ReasonCode, reason(8))
  },
  'many rows of one table at once': (unit) => {
    for (let n = 100; n < 130; n++) unit.add(ReasonCode, reason(n))
  },
  'many changed rows, some of them otherwise than others': async (unit) => {
    const rows = Array.from({ length: 9 }, (_, n) => unit.add(ReasonCode, reason(200 + n)))
    await unit.flush()
    for (const [n, row] of rows.entries()) {
      row.name = `Changed "${n}" \\ {}`
      if (n > 5) row.active = false
    }
    await unit.flush()
    rows[0]!.name = 'Changed twice'
    rows[1]!.description = 'Changed alone'
  },
  'amounts, dates, exact numbers, words and objects': async (unit) => {
    const client = unit.add(Client, { ...clientFacts, contactInformation: contact })
    const types = ['INVOICE_COPY', 'CREDIT_ALERT'] as const
    for (let n = 0; n < 4; n++) {
      const [main, email] = [clientProduct(client.id, n), `a${n}"{},\\@test.example`]
      unit.add(ClientProduct, main)
      unit.add(EmailRecipient, { clientId: client.id, email, types: [...types], language: 'sv' })
    }
    const account = unit.add(ClientAccount, clientAccount(client.id))
    const setting = {
      clientId: client.id,
      kind: 'BILLING',
      value: { a: [1, null, { b: 'c' }] },
    } as const
    const billing = unit.add(ClientSetting, setting)
    await unit.flush()
    account.balance -= 9_007_199_254_740_993n
    client.contactInformation = null
    client.addressInformation = { name: 'å', address: "'", zip: '1', city: '"' }
    billing.value = { ...billing.value, more: true }
    await unit.flush()
    expect(account.balance).toBe(-9_007_199_254_740_992n)
    account.balance += 1n
  },
  'rows that go, alone and among others': async (unit) => {
    const rows = Array.from({ length: 12 }, (_, n) => unit.add(ReasonCode, reason(400 + n)))
    await unit.flush()
    unit.remove(rows[0]!)
    await unit.flush()
    for (const row of rows.slice(2, 9)) unit.remove(row)
  },
  'rows that come, change and go in one flush': async (unit) => {
    const role = unit.add(Role, { name: 'Goes', description: 'Of the test', template: null })
    const right = unit.add(RoleRight, { roleId: role.id, right: 'ReadUsers' })
    unit.add(RoleRight, { roleId: role.id, right: 'CreateUsers' })
    const [gone, kept] = [unit.add(ReasonCode, reason(20)), unit.add(ReasonCode, reason(21))]
    await unit.flush()
    unit.remove(right)
    unit.remove(gone)
    kept.name = 'Changed beside'
    unit.add(ReasonCode, reason(22))
    unit.add(RoleRight, { roleId: role.id, right: 'UpdateUsers' })
  },
  'an owner that goes with all that it owns, named first': async (unit) => {
    const role = unit.add(Role, { name: 'Owner', description: 'Of the test', template: null })
    const rights = (['ReadUsers', 'CreateUsers'] as const).map((right) =>
      unit.add(RoleRight, { roleId: role.id, right }),
    )
    await unit.flush()
    unit.remove(role)
    for (const right of rights) unit.remove(right)
  },
  'a row that goes and comes again under its key': async (unit) => {
    const role = unit.add(Role, { name: 'Again', description: 'Of the test', template: null })
    const right = unit.add(RoleRight, { roleId: role.id, right: 'ReadUsers' })
    await unit.flush()
    unit.remove(right)
    unit.add(RoleRight, { roleId: role.id, right: 'ReadUsers' })
  },
  'a row that was found, changed and then goes, and is gone for who looks': async (unit) => {
    const { id } = unit.add(ReasonCode, reason(23))
    await unit.flush()
    const row = await unit.load(ReasonCode, id)
    row.name = 'Changed before'
    unit.remove(row)
    await unit.flush()
    expect(await unit.find(ReasonCode, { id })).toBeNull()
  },
  'a row that somebody else has taken away already': async (unit) => {
    const row = unit.add(ReasonCode, reason(24))
    await unit.flush()
    await unit.transaction.query('delete from reason_code where tenant_id = $1 and id = $2', [
      unit.tenantId,
      row.id,
    ])
    unit.remove(row)
  },
  'two tables with the same words': (unit) => {
    unit.add(ReasonCode, reason(9))
    unit.add(DebtorSubtype, { code: 'LANE_9', debtorType: 'COMPANY', name: 'L', description: '' })
  },
}
describe('both lanes leave the same rows', () => {
  test.each(Object.entries(units))('%s', async (_, unit) => {
    const quick = await leftBy(at, 'quick', unit)
    const plain = await leftBy(at, 'plain', unit)
    expect(quick.outcome).toBe('committed')
    expect(quick).toEqual(plain)
  })
})
test.each(['quick', 'plain'] as const)(
  'the %s lane logs what lists and objects were',
  async (lane) => {
    const tenant = await tenantIn(at)
    setLane(at, lane)
    const ids = await tenant.work((unit) => {
      const client = unit.add(Client, { ...clientFacts, contactInformation: contact })
      const kind = { clientId: client.id, kind: 'BILLING' } as const
      const setting = unit.add(ClientSetting, { ...kind, value: { a: [1, null, { b: 'c' }] } })
      const types = ['INVOICE_COPY', 'CREDIT_ALERT'] as const
      const email = { clientId: client.id, email: 'a@test.example', language: 'sv' } as const
      const recipient = unit.add(EmailRecipient, { ...email, types: [...types] })
      return { client: client.id, setting: setting.id, recipient: recipient.id }
    })
    await tenant.work(async (unit) => {
      Object.assign(await unit.load(Client, ids.client), { contactInformation: null })
      const setting = await unit.load(ClientSetting, ids.setting)
      setting.value = { a: 2 }
      await unit.flush()
      setting.value = { a: 3 }
      Object.assign(await unit.load(EmailRecipient, ids.recipient), { types: [] })
    })
    setLane(at, 'quick')
    const rows = await at.owner(
      `select changes from changelog where tenant_id = $1 and action = 'UPDATED' order by id`,
      [tenant.id],
    )
    const changes = rows.map((row) => row['changes'])
    expect(changes).toHaveLength(4)
    expect(changes).toContainEqual({ contactInformation: { from: contact, to: null } })
    expect(changes).toContainEqual({ types: { from: ['INVOICE_COPY', 'CREDIT_ALERT'], to: [] } })
    expect(changes).toContainEqual({ value: { from: { a: [1, null, { b: 'c' }] }, to: { a: 2 } } })
    expect(changes).toContainEqual({ value: { from: { a: 2 }, to: { a: 3 } } })
  },
)

/** The last of the rows has another version by the time they are written. */
async function changedBehind(unit: Unit, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => unit.add(ReasonCode, reason(300 + n)))
  await unit.flush()
  await unit.transaction.query(
    'update reason_code set version = 7 where tenant_id = $1 and code = $2',
    [unit.tenantId, rows.at(-1)!.code],
  )
  for (const row of rows) row.name = 'Believed unchanged'
}

describe('both lanes refuse alike', () => {
  const twice = (unit: Unit) => {
    unit.add(ReasonCode, reason(1))
    unit.add(ReasonCode, reason(1))
  }
  const refused: typeof units = {
    'a value that another one holds': twice,
    'the same, while the verb goes on': async (unit) => {
      twice(unit)
      await unit.flush()
      await unit.all(ReasonCode, {})
    },
    'a reference to nothing': (unit) =>
      void unit.add(RoleRight, { roleId: 'RO06D7ZCEWYHZ8N17900607H8PR4', right: 'ReadUsers' }),
    'text that is too long': (unit) =>
      void unit.add(ReasonCode, { ...reason(1), name: 'x'.repeat(200) }),
    'a row that somebody else has changed meanwhile': (unit) => changedBehind(unit, 1),
    'one of many that somebody else has changed': (unit) => changedBehind(unit, 5),
    'a row that goes while others refer to it': async (unit) => {
      const role = unit.add(Role, { name: 'Held', description: 'Of the test', template: null })
      unit.add(RoleRight, { roleId: role.id, right: 'ReadUsers' })
      await unit.flush()
      unit.remove(role)
    },
    'a field that is missing': (unit) =>
      void unit.add(ReasonCode, { ...reason(1), name: null as never }),
  }

  test.each(Object.entries(refused))('%s', async (_, unit) => {
    const [quick, plain] = [await leftBy(at, 'quick', unit), await leftBy(at, 'plain', unit)]
    expect(quick.outcome).toBeInstanceOf(Error)
    expect(quick.rows).toEqual([])
    const told = ({ outcome }: typeof quick) => {
      const { name, code, facts } = outcome as Error & { code?: string; facts?: object }
      return { name, code, facts }
    }
    expect(told(quick)).toEqual(told(plain))
    expect(plain.rows).toEqual([])
  })
})

test.each(['changed', 'removed'])(
  'what is written once cannot be %s by either lane',
  async (how) => {
    const verb = async (unit: Unit) => {
      const { id } = await leaveErrand(unit, {
        type: 'SYNC',
        subjectType: 'Client',
        subjectId: exampleId('Client'),
        title: 'Of the test',
        dedupeKey: `lane ${how}`,
      })
      await unit.flush()
      const event = (await unit.all(ErrandEvent, { errandId: id }))[0]!
      if (how === 'changed') event.text = 'Otherwise'
      else unit.remove(event)
    }
    for (const lane of ['quick', 'plain'] as const) {
      const { outcome, rows } = await leftBy(at, lane, verb)
      expect([lane, (outcome as { code?: string }).code, rows]).toEqual([lane, '42501', []])
    }
  },
)

test('a refusal under a key is kept, and the connection serves on', async () => {
  const tenant = await tenantIn(at)
  const body = { code: 'KEPT', type: 'STOP', name: 'Once' }
  expect((await tenant.api.post('/reason-code', body)).status).toBe(201)
  const key = { 'idempotency-key': 'lane' }
  const refusal = await tenant.api.post('/reason-code', body, key)
  expect(refusal.body).toMatchObject({ code: 'ALREADY_EXISTS', errors: [{ pointer: '/code' }] })
  const again = await tenant.api.post('/reason-code', body, key)
  expect(again.status).toBe(409)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  for (let n = 0; n < 8; n++) {
    const made = await tenant.api.post('/reason-code', { ...body, code: `AFTER${n}` })
    expect(made.status).toBe(201)
  }
})
