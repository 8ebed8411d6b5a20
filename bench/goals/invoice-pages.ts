import { finding, paired, type Bench, type Finding, type Goal } from '../shared/goal.ts'
import { clientOf, invoice } from '../shared/invoices.ts'
import { load, type Load } from '../shared/load.ts'
import { headersOf, once } from '../shared/making.ts'
import type { Caller, Stage } from '../shared/stage.ts'
import { cursorBehind } from '../shared/walk.ts'
import { besideId } from '../../test/support/ids-inside.ts'

const goal = 'invoice-pages'
const few = 10_000
const many = 1_000_000
const clients = 100

interface Owner {
  caller: Caller
  /** One of the hundred that the invoices belong to. */
  clientId: string
  rows: number
}

async function measure(bench: Bench): Promise<Finding[]> {
  const stage = await bench.stage()
  const api = await stage.api()
  try {
    const small = await filled(stage, api.url, few)
    const large = await filled(stage, api.url, many)
    await stage.owner('vacuum analyze invoice')
    const [ofFew, ofMany] = [await pagesOf(api.url, small), await pagesOf(api.url, large)]
    const findings: Finding[] = []
    for (const [at, { what, load: ours, client }] of ofMany.entries()) {
      const theirs = ofFew[at]!.load
      findings.push(...(await compared(bench, what, ours, theirs, client)))
    }
    return findings
  } finally {
    await api.stop()
  }
}

async function compared(
  { rounds: count, seconds }: Bench,
  what: string,
  ours: Load,
  theirs: Load,
  client: boolean,
): Promise<Finding[]> {
  for (const each of [ours, theirs]) await load(each, 1, seconds)
  const p99: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] }
  const p50 = async (of: Load, tails: number[]) => {
    const loaded = await load(of, 1, seconds)
    tails.push(loaded.p99Ms)
    return loaded.p50Ms
  }
  const rounds = await paired(
    count,
    () => p50(ours, p99.ours),
    () => p50(theirs, p99.theirs),
  )
  const tails = p99.ours.map((own, at) => {
    const other = p99.theirs[at]!
    return { ours: own, theirs: other, ratio: own / other }
  })
  const told = { goal, note: '50 invoices a page, over HTTP, 1 connection' }
  const atMost = client ? [2, 3.5] : [1.5, 3]
  return [
    finding({
      ...told,
      what: `${what}, of 10⁶ invoices : of 10⁴`,
      unit: 'ms (p50)',
      rounds,
      wanted: { of: 'ratio', atMost: atMost[0]! },
    }),
    finding({
      ...told,
      what: `${what}, the slowest of a hundred`,
      unit: 'ms (p99)',
      rounds: tails,
      wanted: { of: 'ratio', atMost: atMost[1]! },
    }),
  ]
}

/** One invoice is made by the interface, the others after it: rows alone, in the order of time. */
async function filled(stage: Stage, url: string, count: number): Promise<Owner> {
  const caller = await stage.tenant()
  const { tenantId } = caller
  const clientId = await clientOf(stage, url, caller)
  await once(invoice(url, caller, clientId), 'FIRST')
  await stage.owner(
    `insert into client select r.* from client c, generate_series(1, $2::int - 1) n
     cross join lateral jsonb_populate_record(c, jsonb_build_object(
       'id', ${besideId('c.id')}, 'number', 'B' || n,
       'identification_number', 'B' || n)) r
     where c.tenant_id = $1`,
    [tenantId, clients],
  )
  await stage.owner(fill, [tenantId, count, clients])
  return { caller, clientId, rows: count }
}

const fill = `
  with owners as (
    select array_agg(id order by id) as ids from client where tenant_id = $1)
  insert into invoice select r.* from owners, generate_series(1, $2::int) n
  cross join (select * from invoice where tenant_id = $1 limit 1) i
  cross join lateral jsonb_populate_record(i::invoice, jsonb_build_object(
    'id', ${besideId('i.id')}, 'invoice_number', 'F' || lpad(n::text, 9, '0'),
    'client_id', owners.ids[1 + n % $3::int],
    'main_status', case when n % 10 = 0 then 'PAUSED' else 'CREATED' end,
    'created_at', i.created_at - interval '1 second' * ($2::int - n))) r`

interface Page {
  what: string
  load: Load
  client: boolean
}

async function pagesOf(url: string, { caller, clientId, rows }: Owner): Promise<Page[]> {
  const headers = headersOf(caller)
  const page = (what: string, query: string, client = false): Page => ({
    what,
    client,
    load: { url: `${url}/invoices${query}`, headers },
  })
  const cursor = await cursorBehind(`${url}/invoices`, headers, rows / 2)
  const body = JSON.stringify({ filters: { mainStatus: 'PAUSED' } })
  return [
    page('the first page', ''),
    page('a page in the middle', `?limit=50&cursor=${cursor}`),
    page('the first page of one client of a hundred', `?clientId=${clientId}`, true),
    page('the first page of a status that one in ten has', '?mainStatus=PAUSED'),
    {
      what: 'a search by that status',
      client: false,
      load: { url: `${url}/invoices/search`, method: 'POST', headers, body },
    },
  ]
}

export const invoicePages: Goal = { name: goal, what: 'pages of invoices, few and many', measure }
