import { isDeepStrictEqual } from 'node:util'
import { isUnresolved } from '../../../domain/system/errand.ts'
import { SystemErrand } from '../../../entities/system-errand.ts'
import { byField } from '../../../kernel/read/rows.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { leaveErrand } from '../../system/leave-errand.ts'
import { markResolved } from '../../system/settle-errand.ts'
import type { Bankrupt } from './read-bankrupt.ts'

const keyOf = (systemDebtorId: string, clientId: string) =>
  `bankruptcy/${systemDebtorId}/${clientId}`

/**
 * A client's claims are filed together: the first leaves it, and one that comes later; what was
 * said of the bankruptcy since then is told in the one that is open.
 */
export async function leaveToFile(
  unit: Unit,
  debtor: Bankrupt,
  clientId: string,
  isNew: boolean,
): Promise<void> {
  const { id, name, lastClaimDate = null } = debtor
  const { bankruptcyCaseNumber: caseNumber = null, bankruptcyTrustee: trustee = null } = debtor
  const dedupeKey = keyOf(id, clientId)
  const data = { caseNumber, trustee, lastClaimDate }
  const known = await unit.find(SystemErrand, { dedupeKey })
  const isOpen = known !== null && isUnresolved(known.status)
  if (isOpen ? isDeepStrictEqual(known.data, data) : !isNew) return
  const errand = await leaveErrand(unit, {
    type: 'BANKRUPTCY',
    subjectType: 'SystemDebtor',
    subjectId: id,
    clientId,
    severity: 'HIGH',
    title: `File claim: ${name} is bankrupt`,
    data,
    dedupeKey,
  })
  errand.dueAt = lastClaimDate === null ? null : new Date(`${lastClaimDate}T12:00:00Z`)
}

const nothingOpen = 'Nothing of it is open any more.'
/** By which the platform knows what it has ended itself; nobody else writes it. */
const ended = 'endedForNow'

/** A claim on the bankrupt `e` is about, of which something is owed. */
const openClaim = `exists (select 1 from bankrupt_claim b
    join invoice i on i.tenant_id = b.tenant_id and i.id = b.invoice_id
    where b.tenant_id = e.tenant_id and b.client_id = e.client_id
      and b.system_debtor_id = id_of(e.subject_id) and i.balance > 0)`

const changed = `
select e.id, s.id is not null as "isBankrupt"
from system_errand e
left join system_debtor s on s.tenant_id = e.tenant_id and s.id = id_of(e.subject_id)
  and s.status = 'BANKRUPT'
where e.tenant_id = $1 and e.type = 'BANKRUPTCY' and ($2::text[] is null or e.subject_id = any($2))
  and case when ${openClaim} then e.status = 'RESOLVED' and e.data->>'${ended}' = 'true'
    else e.status in ('OPEN', 'IN_PROGRESS') end
order by e.dedupe_key limit $3`

/** What is not open is not filed, until it opens again; gives how many errands that meant. */
export async function followFilings(
  unit: Unit,
  most: number,
  systemDebtorIds: readonly string[] | null = null,
): Promise<number> {
  await unit.flush()
  const rows = await unit.transaction.query<{ id: string; isBankrupt: boolean }>(changed, [
    unit.tenantId,
    systemDebtorIds,
    most,
  ])
  const errands = byField(await unit.all(SystemErrand, { id: rows.map(({ id }) => id) }), 'id')
  for (const { id, isBankrupt } of rows) {
    const errand = errands.get(id)!
    const { type, subjectType, subjectId, clientId, severity, title, dedupeKey } = errand
    const { [ended]: _, ...data } = errand.data
    const draft = { type, subjectType, subjectId, severity, title, data, dedupeKey }
    if (errand.status === 'RESOLVED')
      await leaveErrand(unit, { ...draft, clientId: clientId ?? null })
    else {
      if (isBankrupt) unit.update(SystemErrand, errand, { data: { ...data, [ended]: true } })
      await markResolved(unit, errand, isBankrupt ? nothingOpen : 'The debtor is not bankrupt.')
    }
  }
  return rows.length
}

/** Until somebody has said how the claims were filed, as long as any is open. */
export async function isUnfiled(unit: Unit, errand: SystemErrand): Promise<boolean> {
  if (errand.status === 'RESOLVED') return false
  const [found] = await unit.transaction.query<{ is: boolean }>(
    `select ${openClaim} as is from system_errand e
     join system_debtor s on s.tenant_id = $1 and s.status = 'BANKRUPT'
       and s.id = id_of(e.subject_id)
     where e.tenant_id = $1 and e.id = $2`,
    [unit.tenantId, errand.id],
  )
  return found?.is === true
}
