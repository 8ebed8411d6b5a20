import { isOfAccount, takingPayouts } from '../../domain/clients/accounts.ts'
import { isAstray, mustBlock, lifeOfPayout } from '../../domain/payouts/payout.ts'
import { sum } from '../../domain/money.ts'
import { ClientAccount } from '../../entities/client-account.ts'
import { ClientBankAccount } from '../../entities/client-bank-account.ts'
import { Payout } from '../../entities/payout.ts'
import { SystemErrand } from '../../entities/system-errand.ts'
import { lockKey } from '../../kernel/write/lock-key.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { arePayoutsBlocked } from '../clients/accounts/payouts-blocked.ts'
import { leaveErrand } from '../system/leave-errand.ts'
import { markResolved } from '../system/settle-errand.ts'
import { toBankrupt } from './to-bankrupt.ts'
import { toDisabled } from './to-disabled.ts'
import { isUnresolved } from '../../domain/system/errand.ts'

/**
 * Blocks the payouts of a client that are not sent yet while it may not be paid, or its account
 * does not cover them, and releases them otherwise.
 */
export async function blockPayouts(unit: Unit, clientId: string): Promise<void> {
  await lockKey(unit, 'payouts', clientId)
  await unit.widened(async () => {
    await unit.flush()
    const waiting = { clientId, status: { $in: [...takingPayouts] } }
    const payouts = (await unit.all(Payout, waiting)).filter(isOfAccount)
    if (payouts.length === 0) return
    const isClientBlocked = await arePayoutsBlocked(unit, clientId)
    const astray = await goneAstray(unit, payouts)
    const bankrupt = await toBankrupt(
      unit,
      payouts.map(({ id }) => id),
    )
    await tellOf(unit, payouts, astray, accountChanged)
    await tellOf(unit, payouts, bankrupt, debtorBankrupt)
    const isAside = ({ id }: Payout) => astray.has(id) || bankrupt.has(id)
    const ids = [...new Set(payouts.map(({ clientAccountId }) => clientAccountId))]
    for (const { id, balance } of await unit.all(ClientAccount, { id: { $in: ids } })) {
      const ofAccount = payouts.filter(({ clientAccountId }) => clientAccountId === id)
      // What is paid back to a debtor is booked, and not taken any more.
      const booked = ofAccount.filter(({ claimId }) => claimId != null)
      const taking = ofAccount.filter((payout) => !booked.includes(payout))
      const taken = sum(taking.map(({ amount }) => amount))
      const isBlocked = mustBlock({ isClientBlocked, balance, taken })
      for (const payout of ofAccount) {
        const isHeld = booked.includes(payout) ? isClientBlocked : isBlocked
        const verb = isHeld || isAside(payout) ? 'block' : 'release'
        if (lifeOfPayout.may(payout.status, verb)) {
          payout.status = lifeOfPayout.move(payout.status, verb)
        }
      }
    }
  })
}

/** Those whose bank account is not the one any more that two people had seen. */
async function goneAstray(unit: Unit, payouts: readonly Payout[]): Promise<Set<string>> {
  const ids = payouts.flatMap(({ payoutAccountId }) => payoutAccountId ?? [])
  const accounts = await unit.all(ClientBankAccount, { id: { $in: [...new Set(ids)] } })
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const astray = payouts.filter(
    (payout) =>
      payout.payoutAccountId != null && isAstray(payout, byId.get(payout.payoutAccountId)),
  )
  const disabled = await toDisabled(
    unit,
    payouts.map(({ id }) => id),
  )
  return new Set([...astray.map(({ id }) => id), ...disabled])
}

interface Told {
  key: string
  title: (payoutId: string) => string
  over: string
}

const accountChanged: Told = {
  key: 'payout-account',
  title: (id) => `The bank account of payout ${id} changed after it was made`,
  over: 'Its account is as it was',
}

const debtorBankrupt: Told = {
  key: 'payout-bankrupt',
  title: (id) => `Payout ${id} goes to an account of a debtor that is bankrupt`,
  over: 'The debtor is not bankrupt',
}

/** One errand each, left as it goes astray and not again where a person has closed it. */
async function tellOf(
  unit: Unit,
  payouts: readonly Payout[],
  astray: ReadonlySet<string>,
  told: Told,
): Promise<void> {
  const keys = new Map(payouts.map((payout) => [`${told.key}/${payout.id}`, payout]))
  const dedupeKey = { $in: [...keys.keys()] }
  const errands = await unit.all(SystemErrand, { dedupeKey })
  const known = new Map(errands.map((errand) => [errand.dedupeKey, errand]))
  for (const [key, { id, clientId, status }] of [...keys].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    const errand = known.get(key)
    const isOpen = errand !== undefined && isUnresolved(errand.status)
    if (!astray.has(id)) {
      if (errand !== undefined && isOpen) await markResolved(unit, errand, told.over)
    } else if (!isOpen && (errand === undefined || status === 'CREATED')) {
      await leaveErrand(unit, {
        type: 'PAYOUT',
        subjectType: 'Payout',
        subjectId: id,
        clientId: clientId ?? null,
        title: told.title(id),
        dedupeKey: key,
      })
    }
  }
}
