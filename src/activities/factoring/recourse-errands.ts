import type { BusinessDate } from '../../domain/dates.ts'
import { isBought } from '../../domain/factoring/financing-status.ts'
import { isUnresolved } from '../../domain/system/errand.ts'
import { Invoice } from '../../entities/invoice.ts'
import { SystemErrand } from '../../entities/system-errand.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { markResolved } from '../system/settle-errand.ts'

export const recourseKey = (invoiceId: string) => `recourse/${invoiceId}`

type Claim = Pick<Invoice, 'id' | 'financingStatus' | 'balance' | 'recourseDate'>

/** Whether a claim can go back to its client, for no other reason than its day. */
export const isRecourseDue = (claim: Claim, day: BusinessDate): boolean =>
  isBought(claim) && claim.balance > 0n && claim.recourseDate != null && claim.recourseDate <= day

/** Nobody has to take recourse on these any more. */
export async function settleRecourseErrands(
  unit: Unit,
  invoiceIds: readonly string[],
  comment: string,
): Promise<void> {
  const keys = invoiceIds.map(recourseKey)
  // They are the tenant's, whoever pays.
  await unit.widened(async () => {
    for (const errand of await unit.readEach(SystemErrand, 'dedupe_key = any($2)', [keys])) {
      if (isUnresolved(errand.status)) await markResolved(unit, errand, comment)
    }
  })
}

/** Of claims that were paid or credited; only of those is asked that could have one. */
export async function settlePaidRecourses(unit: Unit, claims: readonly Invoice[]): Promise<void> {
  const bought = claims.filter((claim) => isBought(claim) && claim.recourseDate != null)
  if (bought.length === 0) return
  const today = await unit.today()
  const paid = bought.filter(({ recourseDate, balance }) => recourseDate! <= today && balance <= 0n)
  const ids = paid.map(({ id }) => id)
  if (ids.length > 0) await settleRecourseErrands(unit, ids, 'Nothing is open on it any more.')
}

/** Of claims whose day of recourse has moved, or is none any more. */
export async function settleMovedRecourses(unit: Unit, claims: readonly Invoice[]): Promise<void> {
  const today = await unit.today()
  const ids = claims.filter((claim) => !isRecourseDue(claim, today)).map(({ id }) => id)
  if (ids.length > 0) await settleRecourseErrands(unit, ids, 'Its day of recourse has moved.')
}

/** Whether recourse is still to be taken on the claim that it is about. */
export async function isStillDue(unit: Unit, invoiceId: string): Promise<boolean> {
  const claim = await unit.find(Invoice, { id: invoiceId })
  return claim !== null && isRecourseDue(claim, await unit.today())
}
