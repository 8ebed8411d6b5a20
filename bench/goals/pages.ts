import { finding, paired, type Bench, type Finding, type Goal } from '../shared/goal.ts'
import { load, type Load } from '../shared/load.ts'
import type { Program } from '../shared/programs.ts'
import type { Caller, Stage } from '../shared/stage.ts'
import { cursorBehind } from '../shared/walk.ts'
import { nthId } from '../../test/support/ids-inside.ts'

const goal = 'pages'
const few = 10_000
const many = 1_000_000

interface Pages {
  first: Load
  deep: Load
}

async function measure(bench: Bench): Promise<Finding[]> {
  const stage = await bench.stage()
  const [small, large] = [await stage.tenant(), await stage.tenant()]
  await fill(stage, small, few)
  await fill(stage, large, many)
  await stage.owner('vacuum analyze reason_code')
  const api = await stage.api()
  try {
    const [ofFew, ofMany] = [await pagesOf(api, small, few), await pagesOf(api, large, many)]
    const p50 = async (of: Load) => (await load(of, 1, bench.seconds)).p50Ms
    for (const each of [ofFew.first, ofMany.first, ofFew.deep, ofMany.deep]) await p50(each)
    const compared = [
      ['the first page of 10⁶ rows : of 10⁴', ofMany.first, ofFew.first],
      ['a page in the middle of 10⁶ rows : of 10⁴', ofMany.deep, ofFew.deep],
      ['a page in the middle of 10⁶ rows : the first', ofMany.deep, ofMany.first],
    ] as const
    const findings = []
    for (const [what, ours, theirs] of compared) {
      findings.push(
        finding({
          goal,
          what,
          unit: 'ms (p50)',
          rounds: await paired(
            bench.rounds,
            () => p50(ours),
            () => p50(theirs),
          ),
          wanted: { of: 'ratio', atMost: 1.5 },
          note: '50 rows a page, over HTTP, 1 connection, row level security on',
        }),
      )
    }
    return findings
  } finally {
    await api.stop()
  }
}

/** Straight into the table: what is measured is the reading. */
async function fill(stage: Stage, { tenantId }: Caller, rows: number): Promise<void> {
  await stage.owner(
    `insert into reason_code (tenant_id, id, code, type, name, description, active, version,
       created_at, updated_at)
     select $1, ${nthId('RC')}, 'C' || lpad(n::text, 9, '0'), 'STOP',
       'Reason ' || n, '', true, 1, now(), now()
     from generate_series(1, $2::int) n`,
    [tenantId, rows],
  )
}

async function pagesOf({ url }: Program, { token }: Caller, rows: number): Promise<Pages> {
  const headers = { authorization: `Bearer ${token}` }
  const list = `${url}/reason-code`
  const cursor = await cursorBehind(list, headers, rows / 2)
  return {
    first: { url: list, headers },
    deep: { url: `${list}?limit=50&cursor=${cursor}`, headers },
  }
}

export const pages: Goal = { name: goal, what: 'pages of a list, short and long', measure }
