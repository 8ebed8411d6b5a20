import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issueToken, type NewToken } from '../../src/activities/access/issue-token.ts'
import { createClient } from '../../src/activities/clients/create-client.ts'
import { createInvoice } from '../../src/activities/invoices/create-invoice.ts'
import { platform } from '../../src/domain/access/principal.ts'
import { User } from '../../src/entities/user.ts'
import { buildApp, type App } from '../../src/kernel/http/app.ts'
import { createKernel } from '../../src/kernel/http/kernel.ts'
import { operation } from '../../src/kernel/http/operation.ts'
import { inUnit } from '../../src/kernel/write/in-unit.ts'
import type { Unit } from '../../src/kernel/write/unit.ts'
import { invoices } from '../../src/api/invoices/invoices/collection.ts'
import { swedishNumber } from '../../test/support/swedish-number.ts'
import { createStage, type Stage } from '../shared/stage.ts'
import { besideId, nthId } from '../../test/support/ids-inside.ts'

// What it costs to see a set of clients: a page of 50 invoices and one by its id, to who sees all
// clients, one, and 10,000 that are assigned to them. Usage: node bench/costs/scope.ts [invoices]

const clients = 20_000
const assigned = 10_000
const count = Number(process.argv[2] ?? 200_000)
const rounds = 9
const calls = 20

const either = { anyOf: ['ReadUnplacedPaymentClientRestricted', 'ReadUnplacedPayment'] } as const
const opened = {
  list: operation('GET /page', either, invoices.list),
  read: operation('GET /one/{id}', either, invoices.read),
}

const fill = `
  with owners as (select array_agg(id order by id) as ids from client where tenant_id = $1)
  insert into invoice select r.* from owners, generate_series(1, $2::int) n
  cross join (select * from invoice where tenant_id = $1 limit 1) i
  cross join lateral jsonb_populate_record(i::invoice, jsonb_build_object(
    'id', ${besideId('i.id')}, 'invoice_number', 'F' || n,
    'client_id', owners.ids[1 + n % $3::int],
    'created_at', i.created_at - interval '1 second' * ($2::int - n))) r`

interface Filled {
  tenantId: string
  tokens: Record<'all' | 'one' | 'set', string>
  /** An invoice that all three see. */
  invoiceId: string
}

/** Every second client, so that they lie among the others. */
const assign = `insert into client_access (tenant_id, id, holder_type, holder_id, client_id, reason, via_id,
       created_by, created_at)
     select $1, ${nthId('AC')}, 'USER', $2, id, 'ASSIGNMENT', $2, id_of('platform'), now()
     from (select id, row_number() over (order by id) as n from client where tenant_id = $1) c
     where n % 2 = 0 limit $3`

async function filled(stage: Stage): Promise<Filled> {
  const { tenantId } = await stage.tenant()
  const work = <T>(verb: (unit: Unit) => Promise<T>) =>
    inUnit(stage.runtime, platform(tenantId, 'bench'), {}, verb)
  const first = await work(async (unit) => {
    const identificationNumber = swedishNumber(556_000_001)
    const { client } = await createClient(unit, { identificationNumber, name: 'First' })
    return client.id
  })
  const rows = [{ description: 'One', quantity: '1', price: '10.00', vatPercentage: 25 }]
  const dates = { invoiceDate: '2026-11-02', expireDate: '2026-12-02' }
  const debtor = { customerNumber: '1', name: 'Nordic Timber AB', type: 'COMPANY' } as const
  await work((unit) =>
    createInvoice(unit, { clientId: first, invoiceNumber: '1', debtor, dates, articleRows: rows }),
  )
  await stage.owner(
    `insert into client select r.* from client c, generate_series(1, $2::int - 1) n
     cross join lateral jsonb_populate_record(c, jsonb_build_object(
       'id', ${besideId('c.id')}, 'identification_number', 'B' || n,
       'normal_number', 'B' || n)) r
     where c.tenant_id = $1`,
    [tenantId, clients],
  )
  await stage.owner(fill, [tenantId, count, clients])
  const userId = await work(async (unit) => {
    const facts = {
      email: 'set@bench.example',
      name: 'Set',
      kind: 'STAFF',
      status: 'ACTIVE',
    } as const
    return unit.add(User, { ...facts, superUser: false, mfaRequired: false }).id
  })
  await stage.owner(assign, [tenantId, userId, assigned])
  await stage.analyzed()
  const [seen] = await stage.owner(
    `select i.id, i.client_id from invoice i join client_access a on a.client_id = i.client_id
     where i.tenant_id = $1 order by i.id limit 1 offset 500`,
    [tenantId],
  )
  const tokenOf = (more: Partial<NewToken>) =>
    work(async (unit) => {
      const facts = { kind: 'SYSTEM', name: 'bench', lifetimeMs: 3_600_000 } as const
      return issueToken(unit, { ...facts, ...more }).token
    })
  const clientId = String(seen!['client_id'])
  return {
    tenantId,
    invoiceId: String(seen!['id']),
    tokens: {
      all: await tokenOf({ rights: ['ReadUnplacedPayment'] }),
      one: await tokenOf({ kind: 'CLIENT', clientId, rights: ['ReadUnplacedPayment'] }),
      set: await tokenOf({ kind: 'USER', userId, rights: [either.anyOf[0]] }),
    },
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!

async function timed(app: App, token: string, path: string): Promise<number> {
  const took: number[] = []
  for (let n = 0; n < calls; n++) {
    const start = performance.now()
    const answer = await app.request(path, { headers: { authorization: `Bearer ${token}` } })
    await answer.arrayBuffer()
    took.push(performance.now() - start)
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
  }
  return median(took)
}

const stage = await createStage(mkdtempSync(join(tmpdir(), 'receivables-scope-')))
try {
  const { tokens, invoiceId } = await filled(stage)
  const options = { rateLimit: 0, bodyLimit: 1024, checkAnswers: false, now: () => new Date() }
  const kernel = await createKernel(stage.runtime, options)
  const app = buildApp([{ name: 'scope', rooms: { scope: opened } }], kernel)
  for (const [what, path] of [
    ['page of 50', '/page?limit=50'],
    ['one by id', `/one/${invoiceId}`],
  ] as const) {
    const ms: Record<keyof Filled['tokens'], number[]> = { all: [], one: [], set: [] }
    for (let round = 0; round < rounds; round++) {
      for (const who of ['all', 'one', 'set'] as const) {
        ms[who].push(await timed(app, tokens[who], path))
      }
    }
    const [all, one, set] = [median(ms.all), median(ms.one), median(ms.set)]
    const rounded = (value: number) => Number(value.toFixed(2))
    console.log(
      JSON.stringify({
        what,
        invoices: count,
        clients,
        assigned,
        ms: { all: rounded(all), one: rounded(one), set: rounded(set) },
        ratio: { one: rounded(one / all), set: rounded(set / all) },
      }),
    )
  }
  await kernel.lastUses.flush()
} finally {
  await stage.close()
}
