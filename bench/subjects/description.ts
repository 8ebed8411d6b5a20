import { availableParallelism, cpus } from 'node:os'
import { z } from 'zod'
import type { Registered } from '../../src/kernel/http/app.ts'
import { describe } from '../../src/kernel/http/description/openapi.ts'
import { id, name, versionedView } from '../../src/kernel/read/fields.ts'
import { dates, exact, instants, range, text, type Filter } from '../../src/kernel/read/filter.ts'
import { operation, type Operation } from '../../src/kernel/http/operation.ts'
import { pageOf } from '../../src/kernel/read/page.ts'

// What it costs to describe the whole interface, which blocks the process once: one JSON line.
// Usage: node bench/subjects/description.ts

const operations = 1_199
const shared = 60
const rounds = 5

const Money = z.object({ amount: z.string(), currency: z.enum(['SEK', 'EUR', 'NOK']) })
const Party = z
  .object({ id: id('Client'), name: name(), email: z.email().nullable() })
  .meta({ id: 'BenchParty' })

const views = Array.from({ length: shared }, (_, at) =>
  z
    .object({
      id: id('ReasonCode'),
      number: z.string().min(1).max(40),
      status: z.enum(['CREATED', 'PENDING', 'ACTIVATED', 'CLOSED']),
      party: Party,
      total: Money,
      balance: Money.nullable(),
      dueDate: z.iso.date(),
      rows: z.array(z.object({ description: name(200), quantity: z.string(), price: Money })),
      labels: z.array(z.string()),
      ...versionedView,
    })
    .meta({ id: `Bench${at}` }),
)

const pages = views.map((view) => pageOf(view))

const filters: Readonly<Record<string, Filter>> = {
  status: exact(z.enum(['CREATED', 'PENDING', 'ACTIVATED', 'CLOSED'])),
  number: text(),
  dueDate: dates(),
  createdAt: instants(),
  amount: range(z.string()),
}
const listQuery = () =>
  z.strictObject({
    ...Object.assign({}, ...Object.entries(filters).map(([field, { query }]) => query(field))),
    limit: z.coerce.number().int().min(1).max(500).optional(),
    cursor: z.string().max(2000).optional(),
  })
const searchBody = () =>
  z
    .strictObject({
      filters: z
        .strictObject(
          Object.fromEntries(Object.entries(filters).map(([field, { body }]) => [field, body])),
        )
        .partial()
        .optional(),
      limit: z.int().max(500).optional(),
      cursor: z.string().max(2000).optional(),
    })
    .default({})

const createBody = () =>
  z.strictObject({ number: z.string().max(40), party: Party, dueDate: z.iso.date(), total: Money })

const unused = async (): Promise<never> => {
  throw new Error('only described')
}

/** Five kinds in turn, as the real ones are: a list, a search, one to read, to make, to change. */
function synthetic(at: number): Operation {
  const [view, page] = [views[at % shared]!, pages[at % shared]!]
  const path = `/bench-${Math.floor(at / 5)}` as const
  const told = { summary: `Do the thing number ${at}` }
  const list = { ...told, query: listQuery(), returns: page, handle: unused }
  const search = {
    ...told,
    body: searchBody(),
    returns: page,
    status: 200,
    handle: unused,
  } as const
  const read = { ...told, returns: view, handle: unused }
  const create = { ...told, body: createBody(), returns: view, handle: unused }
  const refuses = ['ALREADY_EXISTS'] as const
  const update = { ...create, body: createBody().partial(), refuses }
  const kinds = [
    () => operation(`GET ${path}`, 'ReadRoles', list),
    () => operation(`POST ${path}/search`, 'ReadRoles', search),
    () => operation(`GET ${path}/{id}`, 'ReadRole', read),
    () => operation(`POST ${path}`, 'CreateRoles', create),
    () => operation(`PUT ${path}/{id}`, 'UpdateUsers', update),
  ]
  return kinds[at % 5]!()
}

const registered = (): Registered[] =>
  Array.from({ length: operations }, (_, at) => ({
    area: 'invoices',
    room: 'bench',
    name: `doThing${at}`,
    operation: synthetic(at),
  }))

// Each round describes declarations of its own, since a process describes them once.
const built = Array.from({ length: rounds }, () => {
  const declared = registered()
  const start = performance.now()
  const text = JSON.stringify(describe(declared))
  return { buildMs: performance.now() - start, bytes: text.length }
})
const times = built.map(({ buildMs }) => buildMs).toSorted((a, b) => a - b)

console.log(
  JSON.stringify({
    bench: 'description',
    host: { cpu: cpus()[0]?.model, cores: availableParallelism(), node: process.version },
    operations,
    sharedSchemas: shared,
    buildMs: Math.round(times[rounds >> 1]!),
    firstMs: Math.round(built[0]!.buildMs),
    bytes: built[0]!.bytes,
  }),
)
