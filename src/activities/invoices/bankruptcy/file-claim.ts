import { BankruptClaim } from '../../../entities/bankrupt-claim.ts'
import { SystemDebtor } from '../../../entities/system-debtor.ts'
import type { SystemErrand } from '../../../entities/system-errand.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { leaveErrand } from '../../system/leave-errand.ts'
import { settleErrand } from '../../system/settle-errand.ts'
import type { Bankrupt } from './read-bankrupt.ts'

const keyOf = (systemDebtorId: string, clientId: string) =>
  `bankruptcy/${systemDebtorId}/${clientId}`

/** A client's claims are filed together; of many the first leaves it, and one that comes later. */
export async function leaveToFile(unit: Unit, debtor: Bankrupt, clientId: string): Promise<void> {
  const { id, name, lastClaimDate = null } = debtor
  const { bankruptcyCaseNumber: caseNumber = null, bankruptcyTrustee: trustee = null } = debtor
  const dedupeKey = keyOf(id, clientId)
  if (await isLeft(unit, dedupeKey)) return
  const errand = await leaveErrand(unit, {
    type: 'BANKRUPTCY',
    subjectType: 'SystemDebtor',
    subjectId: id,
    clientId,
    severity: 'HIGH',
    title: `File claim: ${name} is bankrupt`,
    data: { caseNumber, trustee, lastClaimDate },
    dedupeKey,
  })
  errand.dueAt = lastClaimDate === null ? null : new Date(`${lastClaimDate}T12:00:00Z`)
}

async function isLeft(unit: Unit, dedupeKey: string): Promise<boolean> {
  const rows = await unit.transaction.query(
    `select 1 from system_errand where tenant_id = $1 and dedupe_key = $2
       and status in ('OPEN', 'IN_PROGRESS')`,
    [unit.tenantId, dedupeKey],
  )
  return rows.length > 0
}

/** Nothing has to be filed once no claim of the client stands as one on a bankrupt. */
export async function settleFiling(
  unit: Unit,
  systemDebtorId: string,
  clientId: string,
): Promise<void> {
  await unit.flush()
  if ((await unit.find(BankruptClaim, { systemDebtorId, clientId })) !== null) return
  await settleErrand(unit, keyOf(systemDebtorId, clientId), 'The debtor is not bankrupt.')
}

/** Until somebody has said how the claims were filed, as long as there are any. */
export async function isUnfiled(unit: Unit, errand: SystemErrand): Promise<boolean> {
  if (errand.status === 'RESOLVED') return false
  const debtor = await unit.find(SystemDebtor, { id: errand.subjectId })
  return debtor?.status === 'BANKRUPT'
}
