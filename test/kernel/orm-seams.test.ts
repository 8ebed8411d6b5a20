import { createRequire } from 'node:module'
import type { EntityManager } from '@mikro-orm/core'
import { expect, test } from 'vitest'
import { ReasonCode } from '../../src/entities/reason-code.ts'
import { RoleRight } from '../../src/entities/role.ts'
import { allTables } from '../../src/entities/table.ts'
import { createOrm } from '../../src/kernel/write/runtime.ts'
import {
  actionOf,
  changedRows,
  columnsOf,
  isChanged,
  recompute,
  restoreAmounts,
  settle,
  settled,
  valueBefore,
} from '../../src/ports/database/orm-seams.ts'

const orm = createOrm()
const metas = [...orm.getMetadata().getAll().values()]

const row = (more: object = {}) => ({
  tenantId: 'TN1',
  id: 'RC1',
  code: 'A',
  type: 'STOP' as const,
  name: 'One',
  description: '',
  active: true,
  version: 1,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  ...more,
})

/** A row as it is once it was written. */
function written(em: EntityManager) {
  const made = em.create(ReasonCode, row())
  em.persist(made)
  for (const each of changedRows(em)) settle(em, each)
  settled(em)
  return made
}

test('the version is the one that this was written for', () => {
  const { version } = createRequire(import.meta.url)('@mikro-orm/core/package.json')
  expect(version).toBe('7.2.1')
})

test('every column of every table is one whose values the platform gives', () => {
  const tables = new Set(allTables().map(({ table }) => table))
  const read = metas.filter(({ tableName }) => tables.has(tableName)).map((of) => columnsOf(of))
  expect(read).toHaveLength(tables.size)
  for (const { table, all, keys, byProperty } of read) {
    expect(all.map(({ column }) => column)).toContain('tenant_id')
    expect([table, keys.filter((key) => !byProperty.has(key))]).toEqual([table, []])
  }
  // The unit of work writes twice what has a unique column of its own; here each has the tenant's.
  const alone = metas.flatMap(({ uniqueProps }) => uniqueProps.map(({ name }) => name))
  expect(alone).toEqual([])
})

test('what is new is found once, and nothing is left of it when it is settled', () => {
  const em = orm.em.fork()
  const made = em.create(ReasonCode, row())
  em.persist(made)
  const found = changedRows(em)
  expect(found.map((one) => [actionOf(one), one.entity])).toEqual([['CREATED', made]])
  expect(found[0]?.payload).toMatchObject({ code: 'A', name: 'One' })
  for (const each of found) settle(em, each)
  settled(em)
  expect(changedRows(em)).toEqual([])
  expect(em.getUnitOfWork().getById(ReasonCode, ['TN1', 'RC1'] as never)).toBe(made)
})

test('what changed is found with what it was, and with what changes while it is looked at', () => {
  const em = orm.em.fork()
  const made = written(em)
  expect(isChanged(em, made)).toBe(false)
  made.name = 'Two'
  expect(isChanged(em, made)).toBe(true)
  const [found] = changedRows(em)
  expect([actionOf(found!), Object.keys(found!.payload)]).toEqual(['UPDATED', ['name']])
  expect(valueBefore(found!, columnsOf(found!.meta).byProperty.get('name')!, em)).toBe('One')
  made.updatedAt = new Date(1)
  recompute(em, found!)
  expect(Object.keys(found!.payload).toSorted()).toEqual(['name', 'updatedAt'])
  settle(em, found!)
  expect(isChanged(em, made)).toBe(false)
})

test('what goes is found, and unknown once it is settled', () => {
  const em = orm.em.fork()
  const made = written(em)
  em.remove(made)
  const found = changedRows(em)
  expect(found.map(actionOf)).toEqual(['DELETED'])
  for (const each of found) settle(em, each)
  settled(em)
  expect(changedRows(em)).toEqual([])
  expect(em.getUnitOfWork().getById(ReasonCode, ['TN1', 'RC1'] as never)).toBeUndefined()
})

test('what goes and comes again under the same key stays as it is', () => {
  const em = orm.em.fork()
  const key = { tenantId: 'TN1', roleId: 'RO1', right: 'ReadUsers' }
  const former = em.create(RoleRight, key)
  em.persist(former)
  for (const each of changedRows(em)) settle(em, each)
  settled(em)
  em.remove(former)
  em.persist(em.create(RoleRight, key))
  expect(changedRows(em)).toEqual([])
})

test('an amount that is read anew is a whole number again', () => {
  const meta = metas.find(({ tableName }) => tableName === 'client_account')!
  const read = { balance: '9007199254740993', minPayout: null, currency: 'SEK' }
  restoreAmounts(meta, [read])
  expect(read).toEqual({ balance: 9_007_199_254_740_993n, minPayout: null, currency: 'SEK' })
})
