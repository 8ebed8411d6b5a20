import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { specifiedRoutes, type SpecifiedRoute } from './specified.ts'

export interface Declared {
  folder: string
  operations: number
  rooms: number
  schemas: number
}

const schemas = 60

/** Every specified operation as an author would write it, a room a file, to be type-checked. */
export function declareInterface(folder: string): Declared {
  mkdirSync(folder, { recursive: true })
  const rooms = Map.groupBy(specifiedRoutes(), ({ area, room }) => `${area}-${room}`)
  writeFileSync(join(folder, 'schemas.ts'), schemaFile())
  let at = 0
  for (const [room, routes] of rooms) {
    writeFileSync(join(folder, `${room}.ts`), roomFile(routes, at))
    at += routes.length
  }
  writeFileSync(join(folder, 'tsconfig.json'), tsconfig)
  return { folder, operations: at, rooms: rooms.size, schemas }
}

const tsconfig = JSON.stringify({
  extends: '../../../tsconfig.json',
  include: ['../../../src', '../../../migrations', '../../../test', '../../../bench', '.'],
  exclude: ['../../../node_modules'],
})

function schemaFile(): string {
  const each = Array.from(
    { length: schemas },
    (_, at) => `
export const View${at} = z.object({
  id: id('ReasonCode'), number: z.string().max(40), status: z.enum(['CREATED', 'CLOSED']),
  name: name(), description: description.nullable(), dueDate: z.iso.date(),
  labels: z.array(z.string()),
  party: z.object({ id: id('Client'), name: name(), email: z.email().nullable() }),
  ...versionedView,
}).meta({ id: 'Declared${at}' })
export const Body${at} = z.strictObject({
  number: z.string().max(40), name: name(), description: description.optional(),
  dueDate: z.iso.date(),
})
export const show${at} = (row: ReasonCode): z.output<typeof View${at}> => ({
  id: row.id, number: row.code, status: 'CREATED', name: row.name, description: row.description,
  dueDate: '2026-11-20', labels: [], party: { id: row.id, name: row.name, email: null },
  ...showVersioned(row),
})
export const list${at} = collection(ReasonCode, {
  noun: ['row', 'rows'], shows: { schema: View${at}, show: show${at} },
  filters: { code: text(), active: flag(), createdAt: instants() }, sort: ['code', 'createdAt'],
})
export const made${at} = async (unit: Unit, body: z.output<typeof Body${at}>) =>
  show${at}(unit.add(ReasonCode, { code: body.number, type: 'STOP', name: body.name,
    description: body.description ?? '', active: true }))
`,
  )
  return [
    `import { z } from 'zod'`,
    `import type { Unit } from '../../../src/kernel/write/unit.ts'`,
    `import { ReasonCode } from '../../../src/entities/reason-code.ts'`,
    `import { collection } from '../../../src/kernel/read/collection.ts'`,
    `import { description, id, name, showVersioned, versionedView } from '../../../src/kernel/read/fields.ts'`,
    `import { flag, instants, text } from '../../../src/kernel/read/filter.ts'`,
    `export const Row = ReasonCode`,
    ...each,
  ].join('\n')
}

function roomFile(routes: readonly SpecifiedRoute[], first: number): string {
  const lines = routes.map((route, at) => declaration(route, first + at))
  return [
    `import { operation, type Room } from '../../../src/kernel/http/operation.ts'`,
    `import * as shared from './schemas.ts'`,
    `export default {\n${lines.join('\n')}\n} satisfies Room\n`,
  ].join('\n')
}

/** Kinds of operations as they really are: some are values, most are written out. */
function declaration({ method, path, rights, params }: SpecifiedRoute, at: number): string {
  const n = at % schemas
  const [right = ''] = rights
  const requires =
    rights.length > 1 ? `{ anyOf: [${rights.map(quoted).join(', ')}] }` : quoted(right)
  const head = `  doThing${at}: operation(${quoted(`${method} ${path}`)}, ${requires}, `
  const told = `summary: 'Do the thing number ${at}', returns: shared.View${n}`
  const load = `unit.load(shared.Row, ${params[0] === undefined ? `''` : `params.${params[0]}`})`
  if (method === 'GET' && params.length === 0) return `${head}shared.list${n}.list),`
  if (path.endsWith('/search')) return `${head}shared.list${n}.search),`
  if (method === 'DELETE') {
    return `${head}{ summary: 'Do away with ${at}' }).handle(async ({ unit${params.length > 0 ? ', params' : ''} }) => { unit.remove(await ${load}) }),`
  }
  if (method === 'GET') {
    return `${head}{ ${told} }).handle(async ({ unit, params }) => shared.show${n}(await ${load})),`
  }
  return `${head}{ ${told}, body: shared.Body${n} }).handle(async ({ unit, body }) => shared.made${n}(unit, body)),`
}

const quoted = (text: string) => `'${text}'`
