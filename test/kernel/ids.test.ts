import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  idOfBytes,
  idOfUuid,
  isIdOf,
  numberOfTenant,
  tenantOfNumber,
  uuidOfId,
} from '../../src/domain/id-forms.ts'
import { idCodes, isId, prefixPattern } from '../../src/domain/ids.ts'
import { entities } from '../../src/entities/all.ts'
import type { Wire } from '../../src/entities/columns.ts'
import { exampleId, idKinds, idPattern, idPrefixes, isIdKind } from '../../src/entities/ids.ts'
import { factsOf } from '../../src/entities/table.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import { seed } from '../support/seed.ts'

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

test.each(idKinds)(
  `an id of the kind %s is one uuid, and the uuid is that id (SEED=${seed})`,
  (kind) => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        const id = kind === 'Tenant' ? newId(kind) : idOfBytes(idPrefixes[kind], bytes)
        const uuid = uuidOfId(id)!
        const dashed = uuid.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
        expect([idOfUuid(uuid), idOfUuid(dashed)]).toEqual([id, id])
        expect(isIdOf(idPrefixes[kind], id)).toBe(true)
        const others = idKinds.filter((other) => other !== kind)
        const mistaken = others.map(
          (other) => idPrefixes[other] + id.slice(idPrefixes[kind].length),
        )
        expect(mistaken.filter((other) => uuidOfId(other) !== undefined)).toEqual([])
      }),
      { seed },
    )
  },
)

test('uuids of one kind are in the order of their ids', () => {
  const uuids = Array.from({ length: 1_000 }, () => uuidOfId(newId('Invoice'))!)
  expect(uuids.toSorted()).toEqual(uuids)
})

test('what is no id has no uuid', () => {
  const id = newId('Client')
  const spoiled = [`${id}0`, id.slice(0, -1), id.toLowerCase(), id.replace('C.', 'C'), 'C.', 'x']
  const unused = `${id.slice(0, -1)}1`
  expect([...spoiled, unused].map(uuidOfId)).toEqual(Array(7).fill(undefined))
  expect(() => idOfUuid(`${uuidOfId(id)!.slice(0, 22)}fe${uuidOfId(id)!.slice(24)}`)).toThrow(
    /kind/,
  )
})

test(`a tenant is a number, of which its id tells nobody anything (SEED=${seed})`, () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), (number) => {
      const id = tenantOfNumber(number)
      expect([numberOfTenant(id), isIdOf('TN', id)]).toEqual([number, true])
      const spoiled = id.slice(0, -2) + (id.endsWith('00') ? '10' : '00')
      expect(numberOfTenant(spoiled)).toBeUndefined()
    }),
    { seed },
  )
  const first = Array.from({ length: 1_000 }, (_, at) => tenantOfNumber(at + 1))
  expect(new Set(first.map((id) => id.slice(0, 8))).size).toBeGreaterThan(990)
})

test('a kind has its number for ever, since rows that are stored have it', () => {
  const codes = Object.entries(idCodes).toSorted(([, one], [, other]) => one - other)
  const first = codes.filter(([, code]) => code <= 68).map(([prefix, code]) => `${code} ${prefix}`)
  const digest = createHash('sha256').update(first.join()).digest('hex')
  expect(digest).toBe('cc705b615e2310bb9be4b7a2b2781d891c01d4d1160a15f189aa6c0e8287f2ae')
  expect(new Set(codes.map(([, code]) => code)).size).toBe(codes.length)
  expect(Object.keys(idCodes).toSorted()).toEqual(Object.values(idPrefixes).toSorted())
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
