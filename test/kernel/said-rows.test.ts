import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ClientAccount } from '../../src/entities/client-account.ts'
import { ClientProduct } from '../../src/entities/client-product.ts'
import { Client } from '../../src/entities/client.ts'
import { EmailRecipient } from '../../src/entities/email-recipient.ts'
import { ReasonCode } from '../../src/entities/reason-code.ts'
import { Role, RoleRight } from '../../src/entities/role.ts'
import { Token } from '../../src/entities/token.ts'
import type { Unit } from '../../src/kernel/write/unit.ts'
import {
  clientAccount,
  clientFacts,
  clientProduct,
  contact,
  leftBy,
  reason,
  token,
  type Work,
} from '../support/lanes.ts'
import { world, type World } from '../support/world.ts'

let at: World

beforeAll(async () => {
  at = await world()
})
afterAll(() => at.close())

const firstRole = 'select id from role where tenant_id = $1 order by name limit 1'

/** The same by verbs that say what is new. */
const said: Readonly<Record<string, Work>> = {
  'rows of several tables, what is owned first': (unit) => {
    const role = unit.insert(Role, { name: 'Lane', description: 'Of the test', template: null })
    for (const right of ['ReadUsers', 'CreateUsers', 'UpdateUsers'] as const) {
      unit.insert(RoleRight, { roleId: role.id, right })
    }
    unit.insert(Token, token(unit, 'b'.repeat(64)))
    unit.insert(ReasonCode, reason(30))
  },
  'a row that is changed before it is written, and after, twice': async (unit) => {
    const row = unit.insert(ReasonCode, reason(31))
    unit.update(ReasonCode, row, { name: 'Before' })
    await unit.flush()
    expect([row.version, row.name]).toEqual([1, 'Before'])
    unit.update(ReasonCode, row, { name: 'After', active: row.active })
    unit.update(ReasonCode, row, { name: 'Later', description: 'Twice' })
    await unit.flush()
    expect(row.version).toBe(2)
    unit.update(ReasonCode, row, { name: row.name })
  },
  'a row that is read and changed': async (unit) => {
    const [first] = await unit.transaction.query<{ id: string }>(firstRole, [unit.tenantId])
    const row = await unit.read(Role, first!.id)
    expect(await unit.read(Role, { name: row.name })).toMatchObject({ id: row.id })
    unit.update(Role, row, { description: 'Read and changed', createdAt: unit.now })
  },
  'amounts, dates, exact numbers, words and objects': async (unit) => {
    const client = unit.insert(Client, { ...clientFacts, contactInformation: contact })
    for (let n = 0; n < 4; n++) {
      unit.insert(ClientProduct, clientProduct(client.id, n))
      const email = `a${n}"{},\\@test.example`
      const types = ['INVOICE_COPY', 'CREDIT_ALERT'] as const
      unit.insert(EmailRecipient, { clientId: client.id, email, types: [...types], language: 'sv' })
    }
    const account = unit.insert(ClientAccount, clientAccount(client.id))
    await unit.flush()
    unit.update(ClientAccount, account, { balance: -9_007_199_254_740_992n, minPayout: 1n })
    const addressInformation = { name: 'å', address: "'", zip: '1', city: '"' }
    unit.update(Client, client, { contactInformation: null, addressInformation })
  },
  'rows of which some are said and others found, each changed by the other way': async (unit) => {
    const role = unit.insert(Role, { name: 'Mixed', description: 'Of the test', template: null })
    unit.add(RoleRight, { roleId: role.id, right: 'ReadUsers' })
    const row = unit.insert(ReasonCode, reason(33))
    const found = unit.add(ReasonCode, reason(32))
    expect(await unit.all(ReasonCode, {})).toHaveLength(2)
    expect(await unit.load(ReasonCode, { code: row.code })).toBe(row)
    row.name = 'Assigned'
    await unit.flush()
    unit.update(ReasonCode, found, { name: 'Said' })
    await unit.flush()
    expect([row.version, found.version]).toEqual([2, 2])
    expect(await unit.read(ReasonCode, { code: row.code })).toBe(row)
    unit.insert(ReasonCode, reason(34))
    unit.remove(found)
  },
  'many that are read and changed, among them one that is here and one that is not written': async (
    unit,
  ) => {
    const known = unit.insert(ReasonCode, reason(37))
    await unit.flush()
    const fresh = unit.insert(ReasonCode, reason(38))
    const rows = await unit.readEach(ReasonCode, 'code = any($2)', [[known.code, fresh.code]])
    expect(rows.toSorted((a, b) => (a.code < b.code ? -1 : 1))).toEqual([known, fresh])
    expect(rows.find(({ id }) => id === known.id)).toBe(known)
    for (const row of rows) unit.update(ReasonCode, row, { name: `${row.code} read` })
  },
  'lists, words that need care and empty values of many': (unit) => {
    const client = unit.insert(Client, clientFacts)
    for (let n = 0; n < 4; n++) {
      const email = n === 0 ? '' : `b${n}","{}\\\\"NULL@test.example`
      const types = n === 1 ? [] : (['INVOICE_COPY', 'CREDIT_ALERT'] as const)
      unit.insert(EmailRecipient, { clientId: client.id, email, types: [...types], language: 'sv' })
    }
  },
  'a field that is given another value and its own again': async (unit) => {
    const row = unit.insert(ReasonCode, reason(39))
    await unit.flush()
    unit.update(ReasonCode, row, { name: 'Another' })
    unit.update(ReasonCode, row, { name: reason(39).name })
  },
}

describe('what is said leaves the same rows as what is found', () => {
  test.each(Object.entries(said))('%s', async (_, unit) => {
    const quick = await leftBy(at, 'quick', unit)
    expect(quick.outcome).toBe('committed')
    for (const lane of ['orm', 'plain'] as const)
      expect(await leftBy(at, lane, unit)).toEqual(quick)
  })

  test('what is read again is read as others have left it, unless this unit has changed it', async () => {
    const change = (unit: Unit) =>
      unit.transaction.query(
        `update reason_code set name = 'Of others', version = 5 where tenant_id = $1`,
        [unit.tenantId],
      )
    const { outcome } = await leftBy(at, 'quick', async (unit) => {
      const row = unit.insert(ReasonCode, reason(40))
      await unit.flush()
      await change(unit)
      const [again] = await unit.readEach(ReasonCode, 'id = $2', [row.id])
      expect(again).toBe(row)
      expect([row.name, row.version]).toEqual(['Of others', 5])
    })
    expect(outcome).toBe('committed')
    const late = await leftBy(at, 'quick', async (unit) => {
      const row = unit.insert(ReasonCode, reason(41))
      await unit.flush()
      await change(unit)
      unit.update(ReasonCode, row, { name: 'Ours' })
      await unit.readEach(ReasonCode, 'id = $2', [row.id])
    })
    expect(late.outcome).toMatchObject({ code: 'VERSION_CONFLICT' })
  })

  test('but what is assigned and not said is a mistake of the verb', async () => {
    const { outcome, rows } = await leftBy(at, 'quick', async (unit) => {
      const row = unit.insert(ReasonCode, reason(35))
      await unit.flush()
      row.name = 'Not said'
    })
    expect(String(outcome)).toContain('ReasonCode.name was changed without unit.update')
    expect(rows).toEqual([])
  })
})

describe('what is said is refused like what is found', () => {
  const refused: typeof said = {
    'a said value that another one holds': (unit) => {
      unit.add(ReasonCode, reason(1))
      unit.insert(ReasonCode, reason(1))
    },
    'a said row that somebody else has changed meanwhile': async (unit) => {
      const row = unit.insert(ReasonCode, reason(36))
      await unit.flush()
      await unit.transaction.query('update reason_code set version = 7 where tenant_id = $1', [
        unit.tenantId,
      ])
      unit.update(ReasonCode, row, { name: 'Believed unchanged' })
    },
    'a said field that is missing': (unit) =>
      void unit.insert(ReasonCode, { ...reason(1), name: null as never }),
  }

  test.each(Object.entries(refused))('%s', async (_, unit) => {
    const errors = []
    for (const lane of ['quick', 'orm', 'plain'] as const) {
      const { outcome, rows } = await leftBy(at, lane, unit)
      expect(outcome).toBeInstanceOf(Error)
      expect(rows).toEqual([])
      const { name, code, facts } = outcome as Error & { code?: string; facts?: object }
      errors.push({ name, code, facts })
    }
    expect(errors).toEqual([errors[0], errors[0], errors[0]])
  })
})
