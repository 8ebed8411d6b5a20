import type { BusinessDate } from '../../../domain/dates.ts'
import { stillInBusiness, type StillInBusiness } from '../../../domain/clients/status.ts'
import { Client } from '../../../entities/client.ts'
import type { SystemErrand } from '../../../entities/system-errand.ts'
import type { JobChunk, JobWork } from '../../../kernel/write/registered.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { leaveErrand, lockErrands } from '../../system/leave-errand.ts'
import { openNow, openOf } from './refuse-in-business.ts'

const clientsAtOnce = 100

export const closedKey = (clientId: string) => `closed/${clientId}`

/**
 * Every night: what came late to a client that was closed, as a fee of its last days or money that
 * a bank took back, so that a person opens it again to wind it up.
 */
export const closedJob = {
  wanted: `exists (select 1 from client c where c.tenant_id = t.tenant_id and c.status = 'CLOSED')`,
  chunk: lookAtClosed,
} satisfies JobWork

interface Closed extends Record<string, unknown> {
  id: string
  name: string
  open: StillInBusiness[] | null
}

/** What was told once is not told again as long as nobody is done with it. */
const closedOnes = `
select c.id, c.name, (select array_agg(code) from (${openOf('c.id')}) o
  where not exists (select from system_errand e where e.tenant_id = c.tenant_id
    and e.dedupe_key = '${closedKey('')}' || id_text(c.id)
    and e.status in ('OPEN', 'IN_PROGRESS'))) as open
from client c where c.tenant_id = $1 and c.status = 'CLOSED' and ($2::uuid is null or c.id > $2)
order by c.id limit $3`

async function lookAtClosed(unit: Unit, _: BusinessDate, after: string): Promise<JobChunk> {
  const values = [unit.tenantId, after === '' ? null : after, clientsAtOnce]
  const closed = await unit.transaction.query<Closed>(closedOnes, values)
  const again = closed.flatMap(({ id, name, open }) => (open === null ? [] : [{ id, name, open }]))
  await lockErrands(
    unit,
    again.map(({ id }) => closedKey(id)),
  )
  for (const { id, name, open } of again) {
    await leaveErrand(unit, {
      type: 'OFFBOARDING',
      subjectType: 'Client',
      subjectId: id,
      clientId: null,
      title: `Open ${name} again by OFFBOARDING: it is closed, and has something open`,
      data: { open: Object.fromEntries(open.map((code) => [code, stillInBusiness[code]])) },
      dedupeKey: closedKey(id),
    })
  }
  const last = closed.length < clientsAtOnce ? undefined : closed.at(-1)
  return { counts: { open: again.length }, after: last?.id ?? null }
}

/** Whether it still is closed with something open. */
export async function isOpenAgain(unit: Unit, { subjectId }: SystemErrand): Promise<boolean> {
  const client = await unit.find(Client, { id: subjectId })
  return client?.status === 'CLOSED' && (await openNow(unit, subjectId)).length > 0
}
