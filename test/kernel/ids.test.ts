import { describe, expect, test } from 'vitest'
import { isId, prefixPattern } from '../../src/domain/ids.ts'
import { entities } from '../../src/entities/all.ts'
import type { Wire } from '../../src/entities/columns.ts'
import { exampleId, idKinds, idPattern, idPrefixes, isIdKind } from '../../src/entities/ids.ts'
import { factsOf } from '../../src/entities/table.ts'
import { newId } from '../../src/kernel/write/ids.ts'

test('ids are in the order in which they were made, and none is made twice', () => {
  const ids = Array.from({ length: 20_000 }, () => newId('Client'))
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id) => idPattern('Client').test(id))).toBe(true)
})

test('what follows one id cannot be guessed from it', () => {
  const tails = Array.from({ length: 5_000 }, () => newId('Client').slice(-8))
  expect(new Set(tails).size).toBeGreaterThan(4_990)
})

describe('the prefix of an id', () => {
  const prefixes = Object.values(idPrefixes)

  test('is letters, so that it ends where the digits begin', () => {
    expect(prefixes.filter((prefix) => !prefixPattern.test(prefix))).toEqual([])
    expect(idKinds.filter((kind) => !/^[A-Z]+\.?\d/.test(newId(kind)))).toEqual([])
  })

  test('is one kind’s alone, even to those who leave out its full stop', () => {
    const read = prefixes.map((prefix) => prefix.replace('.', ''))
    expect(read.filter((prefix, at) => read.indexOf(prefix) !== at)).toEqual([])
  })

  test.each(idKinds)('says that an id is of the kind %s', (kind) => {
    const id = newId(kind)
    expect(idKinds.filter((each) => idPattern(each).test(id))).toEqual([kind])
    expect([id, exampleId(kind)].every(isId)).toBe(true)
  })
})

const nameOf = new Map(entities.map(({ meta }) => [meta.tableName, meta.className]))

describe.each(entities.map(({ meta }) => meta))('the table $tableName', (meta) => {
  const columns = Object.entries(meta.properties as Record<string, { wire?: Wire }>)

  test('says the prefix of its ids, if its rows have ids', () => {
    const has = columns.some(([name]) => name === 'id') || meta.className === 'Tenant'
    expect(isIdKind(meta.className)).toBe(has)
  })

  test('says of each column that names a row of another table which it is', () => {
    const wires = new Map(columns.map(([name, { wire }]) => [name, wire]))
    const { tenantId: _, ...references } = factsOf(meta.tableName).references ?? {}
    for (const [name, table] of Object.entries(references)) {
      expect(wires.get(name), name).toEqual({ form: 'id', of: nameOf.get(table) })
    }
    const named = [...wires].flatMap(([, wire]) => (wire?.form === 'id' ? [wire.of] : []))
    expect(named.filter((name) => !isIdKind(name))).toEqual([])
  })
})
