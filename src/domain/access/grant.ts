import type { Principal } from './principal.ts'
import { invalid, refuse } from '../refusal.ts'

/**
 * This right hides something from its holder, so anybody may give it, and leaving it out gives
 * more.
 */
export const restrictingRight = 'ShowRestrictedSenderInformationForClients'

/** The rights that somebody has or is to get, and how far they reach. */
export interface Grant {
  rights: readonly string[]
  superUser?: boolean
  clientId: string | null
  debtorId?: string | null
}

/** Nobody may give rights that they lack, nor change somebody who has such rights. */
export function refuseBeyond(holder: Principal, wanted: Grant): void {
  if (wanted.superUser === true && !holder.superUser) {
    refuse('GRANT_EXCEEDS_HOLDER', {
      missingRights: [],
      requiresSuperUser: true,
      detail: 'Only a super-user may give super-user, or change one who is.',
    })
  }
  const { clientId, debtorId = null } = wanted
  const wider =
    (holder.clientId !== null && clientId !== holder.clientId) ||
    (holder.debtorId !== null && debtorId !== holder.debtorId)
  if (wider) {
    refuse('GRANT_EXCEEDS_HOLDER', {
      missingRights: [],
      detail: 'It would reach further than the one client or debtor that you are bound to.',
    })
  }
  const missingRights = holder.lacks(wanted.rights.filter((right) => right !== restrictingRight))
  if (missingRights.length > 0) refuse('GRANT_EXCEEDS_HOLDER', { missingRights })
  if (uncovers(holder, wanted)) {
    refuse('GRANT_EXCEEDS_HOLDER', {
      missingRights: [],
      detail: `Include ${restrictingRight}: what is hidden from you stays hidden.`,
    })
  }
}

/** The right restricts only people of clients, so only they have to pass it on. */
function uncovers(holder: Principal, { rights }: Grant): boolean {
  const restricted = holder.clientId !== null && holder.has(restrictingRight)
  return restricted && rights.length > 0 && !rights.includes(restrictingRight)
}

/** The client of a grant: that of a bound giver, who must not name it, or the one that is named. */
export function clientOfGift(
  giver: Pick<Principal, 'clientId'>,
  named: string | undefined,
): string | null {
  if (giver.clientId !== null && named !== undefined) {
    invalid('/clientId', 'COMES_FROM_TOKEN', 'The client is that of the token')
  }
  return giver.clientId ?? named ?? null
}
