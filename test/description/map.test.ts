import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mapOf, places, routesIn, type Place } from '../../src/kernel/http/description/map.ts'
import { find, where } from '../../src/cli/where.ts'
import { generated, outOfDate } from '../../src/generate.ts'
import { operations } from './described.ts'

test('the generated files are what the registry makes of them', () => {
  expect(outOfDate(generated()), 'run npm run generate').toEqual([])
})

test('every operation has one place in the sources', () => {
  const all = places(operations)
  expect(all).toHaveLength(operations.length)
  for (const { at } of all) expect(at).toMatch(/^src\/api\/[\w/-]+\.ts:\d+$/)
})

test('a route that stands twice is refused with both places, one that stands nowhere too', () => {
  const literal = `${operations[0]!.operation.method} ${operations[0]!.operation.path}`
  const twice = new Map([[literal, ['src/a.ts:1', 'src/b.ts:2']]])
  expect(() => places(operations.slice(0, 1), twice)).toThrow(/src\/a\.ts:1 and in src\/b\.ts:2/)
  expect(() => places(operations.slice(0, 1), new Map())).toThrow(/stands nowhere/)
})

test('lines are counted, in folders too', () => {
  const dir = mkdtempSync(join(tmpdir(), 'receivables-map-'))
  mkdirSync(join(dir, 'deep'))
  writeFileSync(join(dir, 'deep', 'room.ts'), `\n\noperation('GET /things/{id}', 'Read')\n`)
  writeFileSync(join(dir, 'other.ts'), `const a = 'GET away'\nconst b = "POST /things"\n`)
  const found = [...routesIn(dir)]
  rmSync(dir, { recursive: true })
  expect(found).toEqual([['GET /things/{id}', [expect.stringMatching(/deep\/room\.ts:3$/)]]])
})

const place = (method: string, path: string, name: string): Place => ({
  method,
  path,
  name,
  right: 'ReadRoles',
  area: 'access',
  extension: false,
  at: `src/api/access/${name}.ts:1`,
})

// In the order of the router: the literal before the parameter.
const some = [
  place('GET', '/invoices', 'listInvoices'),
  place('POST', '/invoices/search', 'searchInvoices'),
  place('GET', '/invoices/electronic/{id}', 'readElectronicInvoice'),
  place('GET', '/invoices/{id}', 'readInvoice'),
  place('PUT', '/invoices/{id}', 'updateInvoice'),
  place('PUT', '/invoices/{invoiceId}/activate', 'activateInvoice'),
  place('GET', '/invoices/{id}/{part}', 'readPart'),
]

test.each([
  ['PUT /invoices/I1/activate', ['activateInvoice']],
  ['put /invoices/I1/activate', ['activateInvoice']],
  ['/invoices/I1', ['readInvoice', 'updateInvoice']],
  ['GET /invoices/I1?include=debtor', ['readInvoice']],
  ['GET /invoices/electronic/I1', ['readElectronicInvoice']],
  ['/invoices/{id}', ['readInvoice', 'updateInvoice']],
  ['activateInvoice', ['activateInvoice']],
  ['ACTIVATE', ['activateInvoice']],
  ['GET electronic', ['readElectronicInvoice']],
  ['/electronic', ['readElectronicInvoice']],
  ['POST ReadRoles', ['searchInvoices']],
  ['ReadRole', []],
  ['nothing like it', []],
  ['', []],
])('%s is found', (query, names) => {
  expect(find(query, some).map(({ name }) => name)).toEqual(names)
})

test('every operation is found by a concrete path, as the router would', () => {
  for (const { name, operation } of operations) {
    const path = operation.path.replaceAll(/\{\w+\}/g, 'X1')
    expect(find(`${operation.method} ${path}`).map((found) => found.name)).toEqual([name])
  }
})

test('an answer names operation, right, name, file and line; no answer is an error', () => {
  const [{ operation, name }] = operations as [(typeof operations)[number]]
  const line = where(name)
  expect(line).toContain(`${operation.method} ${operation.path}`)
  expect(line).toMatch(/src\/api\/[\w/-]+\.ts:\d+$/)
  expect(() => where('nothing like it')).toThrow(/no operation/)
})

test('the map marks an extension and counts it apart', () => {
  const text = mapOf([...some, { ...some[0]!, name: 'extra', extension: true }])
  expect(text).toContain('7 operations and 1 extensions.')
  expect(text).toContain('| extra + |')
  expect(text).toContain('| listInvoices | [src/api/access/listInvoices.ts](src/api/')
  expect(text).not.toMatch(/\.ts(?:#L|:)\d/)
})
