import type { ProcessName } from '../domain/processes.ts'
import { overdue } from './areas.ts'
import type { Check } from './bookkeeping/verify/check.ts'
import { standstills } from './standstills.ts'

/** What waits for people is no fault. */
const ofPeople = new Set([
  'decisions-late',
  'invitations-left',
  'payout-batches',
  'returns',
  'subscriptions',
])

/**
 * That everything goes on which goes on by itself, as `npx receivables verify` looks at it once.
 * While the platform runs, the watch and the reconciler look every minute, and leave errands.
 */
export const checksOfMotion: readonly Check[] = [
  ...Object.entries(standstills)
    .filter(([kind]) => !ofPeople.has(kind))
    .map(([kind, { what, sql }]) => ({
      name: `still-${kind}`,
      promise: `none of these is found: ${what}`,
      sql: `select null::text as subject, format('%s, the first since %s', count, since) as found
        from (${sql}) s where s.tenant_id = $1`,
    })),
  ...Object.entries(overdue).flatMap(([process, sql]) =>
    sql === null ? [] : [ofProcess(process as ProcessName, sql)],
  ),
]

function ofProcess(process: ProcessName, sql: string): Check {
  return {
    name: `late-${process}`,
    promise: `no process ${process} is past its time`,
    sql: `select late.id as subject, 'it should have moved on by itself' as found
      from (${sql}) late where late.tenant_id = $1`,
  }
}
