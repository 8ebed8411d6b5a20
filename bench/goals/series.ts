import { activated, openTrade, type Trade } from '../shared/activations.ts'
import { bookedIn } from '../shared/booked.ts'
import type { Timed } from '../shared/closed-loop.ts'
import { finding, paired, type Bench, type Finding, type Goal } from '../shared/goal.ts'
import { statementLoop, transactions } from '../shared/pgbench.ts'
import { withPlatform, type Platform } from '../shared/platform.ts'

const goal = 'series'
const connections = 32
/** How many activations a second of the time is worth. */
const expected = 150

async function measure(bench: Bench): Promise<Finding[]> {
  return withPlatform(bench, async (platform) => {
    const trade = await openTrade(platform)
    const { again } = await bookedIn(platform, await openTrade(platform), 20_000)
    const count = Math.max(connections * 3, Math.ceil(bench.seconds * expected))
    await activated(platform, trade, await trade.more(200), connections)
    await platform.stage.analyzed()
    const own: Timed[] = []
    const rounds = await paired(
      bench.rounds,
      async () => {
        const timed = await activated(platform, trade, await trade.more(count), connections)
        own.push(timed)
        return timed.perSecond
      },
      () => transactions(again(1), connections, bench.seconds),
    )
    const { vouchers, gaps } = await gapsOf(platform, trade)
    return [
      finding({
        goal,
        what: `activations of one tenant in one voucher series : the same rows by ${statementLoop} in one trip, ${connections} at once`,
        unit: '/s',
        rounds,
        wanted: { of: 'ratio', atLeast: 3 },
        note: `each called for alone`,
      }),
      finding({
        goal,
        what: 'the same, the slowest of a hundred until ACTIVATED',
        unit: 'ms (p99)',
        rounds: own.map(({ p99Ms }) => ({ ours: p99Ms })),
        wanted: { of: 'ours', atMost: 150 },
      }),
      finding({
        goal,
        what: 'numbers left out of the voucher series of that tenant',
        unit: 'gaps',
        rounds: [{ ours: gaps }],
        wanted: { of: 'ours', atMost: 0 },
        note: `${vouchers} vouchers`,
      }),
    ]
  })
}

async function gapsOf({ stage }: Platform, { caller }: Trade) {
  const [row] = await stage.owner(
    `select sum(n)::int as vouchers, sum(last - n)::int as gaps from (
       select count(*) as n, max(number) as last from voucher where tenant_id = $1
       group by owner_id, series, fiscal_year) of_series`,
    [caller.tenantId],
  )
  return { vouchers: Number(row?.['vouchers']), gaps: Number(row?.['gaps']) }
}

export const series: Goal = { name: goal, what: 'one voucher series', isInShort: true, measure }
