import { uuidOfId } from '../../src/domain/id-forms.ts'
import { activated, statementsAs, until, type Trade } from './activations.ts'
import type { Platform } from './platform.ts'
import type { Statements } from './pgbench.ts'
import { statementsFor } from './replay.ts'
import { countsOf, writtenBy, type Written } from './written.ts'

/** What an activation leaves, to be left again by statements alone. */
export interface Booked {
  written: readonly Written[]
  /** So many activations in one transaction, sent in one trip, of invoices out of a pool. */
  again(times: number): Statements
}

/**
 * One activation of this trade, and a pool of invoices for the other side. Nobody else may work in
 * its tenant: the other side writes the same numbers into the same series.
 */
export async function bookedIn(platform: Platform, trade: Trade, pool: number): Promise<Booked> {
  const { stage } = platform
  const { caller } = trade
  const [one] = await trade.more(1)
  // The first of a tenant finds accounts and counters that no later one has to make.
  await activated(platform, trade, await trade.more(1), 1)
  await settled(platform, trade)
  const written = await writtenBy(stage, caller.tenantId, async () => {
    await activated(platform, trade, [one!], 1)
    await settled(platform, trade)
  })
  const ids = await trade.more(pool)
  const [key, first] = [uuidOfId(one!)!, uuidOfId(ids[0]!)!]
  const pooled = new Map([[key, first.slice(0, -7)]])
  const url = stage.installed.runUrl
  const again = (times: number): Statements => {
    const replay = { pooled, words: [one!], ...(times > 1 && { times }) }
    const statements = statementsAs(caller, statementsFor(written, replay))
    return { url, statements, oneTrip: true, pool, step: times }
  }
  await prove(platform, trade, written, again(1))
  return { written, again }
}

/** The other side sets counters to what they are already: only what is new can be compared. */
async function prove(
  { stage }: Platform,
  { caller }: Trade,
  written: readonly Written[],
  { statements }: Statements,
): Promise<void> {
  const again = await writtenBy(stage, caller.tenantId, () => stage.once(statements))
  const [ours, theirs] = [written, again].map((all) =>
    countsOf(all.filter(({ kind }) => kind === 'insert')),
  )
  if (ours !== theirs) throw new Error(`ours leaves ${ours}; theirs ${theirs}`)
}

/** Until nothing waits any more for the engine or comes back from it. */
function settled({ stage }: Platform, { caller }: Trade): Promise<void> {
  return until('all is told', async () => {
    const [left] = await stage.owner(
      `select (select count(*) from outbox where tenant_id = $1 and done_at is null)
         + (select count(*) from invoice_activation
            where tenant_id = $1 and (ended_at is null or starts_at is not null)) as n`,
      [caller.tenantId],
    )
    return Number(left?.['n']) === 0
  })
}
