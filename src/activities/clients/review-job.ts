import { reviewAheadDays } from '../../domain/clients/kyc.ts'
import { plusDays, type BusinessDate } from '../../domain/dates.ts'
import type { JobChunk, JobWork } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { leaveErrand, lockErrands } from '../system/leave-errand.ts'
import { kycKey } from './onboarding/begin-compliance.ts'

const clientsAtOnce = 50

const reviewedBy = (tenant: string, day: string) => `s.tenant_id = ${tenant}
  and s.kind = 'COMPLIANCE' and s.value ->> 'kycStatus' = 'APPROVED'
  and s.value ->> 'nextReviewAt' <= ${day}`

/** Every night: whose approval is about to end, so that a person looks before financing waits. */
export const reviewJob = {
  wanted: `exists (select 1 from client_setting s
    where ${reviewedBy('t.tenant_id', `($1::date + ${reviewAheadDays})::text`)})`,
  chunk: askForReviews,
} satisfies JobWork

interface ToReview extends Record<string, unknown> {
  id: string
  name: string
  day: string
}

/** Who was asked for and is not done with is not asked for again. */
const toReview = `
select c.id, c.name, s.value ->> 'nextReviewAt' as day
from client_setting s join client c on c.tenant_id = s.tenant_id and c.id = s.client_id
where ${reviewedBy('$1', '$2')} and c.status in ('ACTIVE', 'PAUSED')
  and ($3::uuid is null or c.id > $3)
  and not exists (select 1 from system_errand e where e.tenant_id = s.tenant_id
    and e.dedupe_key = 'kyc/' || id_text(c.id) and e.status in ('OPEN', 'IN_PROGRESS'))
order by c.id limit $4`

async function askForReviews(unit: Unit, asOf: BusinessDate, after: string): Promise<JobChunk> {
  const until = plusDays(asOf, reviewAheadDays)
  const values = [unit.tenantId, until, after === '' ? null : after, clientsAtOnce]
  const clients = await unit.transaction.query<ToReview>(toReview, values)
  await lockErrands(
    unit,
    clients.map(({ id }) => kycKey(id)),
  )
  for (const { id, name, day } of clients) {
    await leaveErrand(unit, {
      type: 'KYC',
      subjectType: 'Client',
      subjectId: id,
      clientId: id,
      title: `Look at ${name} again: its approval ends on ${day}`,
      data: { nextReviewAt: day },
      dedupeKey: kycKey(id),
    })
  }
  const last = clients.length < clientsAtOnce ? undefined : clients.at(-1)
  return { counts: { asked: clients.length }, after: last?.id ?? null }
}
