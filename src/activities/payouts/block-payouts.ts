import { mustBlock, lifeOfPayout, openPayouts } from '../../domain/payouts/payout.ts'
import { sum } from '../../domain/money.ts'
import { ClientAccount } from '../../entities/client-account.ts'
import { ClientBankAccount } from '../../entities/client-bank-account.ts'
import { Payout } from '../../entities/payout.ts'
import { lockKey } from '../../kernel/write/lock-key.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { arePayoutsBlocked } from '../clients/accounts/payouts-blocked.ts'

/**
 * Blocks the payouts of a client that are not sent yet while it may not be paid, or its account
 * does not cover them, and releases them otherwise.
 */
export async function blockPayouts(unit: Unit, clientId: string): Promise<void> {
  await lockKey(unit, 'payouts', clientId)
  await unit.widened(async () => {
    await unit.flush()
    const payouts = await unit.all(Payout, { clientId, status: { $in: [...openPayouts] } })
    if (payouts.length === 0) return
    const isClientBlocked = await arePayoutsBlocked(unit, clientId)
    const astray = await goneAstray(unit, payouts)
    const ids = [...new Set(payouts.map(({ clientAccountId }) => clientAccountId))]
    for (const { id, balance } of await unit.all(ClientAccount, { id: { $in: ids } })) {
      const ofAccount = payouts.filter(({ clientAccountId }) => clientAccountId === id)
      const taken = sum(ofAccount.map(({ amount }) => amount))
      const isBlocked = mustBlock({ isClientBlocked, balance, taken })
      for (const payout of ofAccount) {
        const verb = isBlocked || astray.has(payout.id) ? 'block' : 'release'
        if (lifeOfPayout.may(payout.status, verb)) {
          payout.status = lifeOfPayout.move(payout.status, verb)
        }
      }
    }
  })
}

/** Those whose bank account is no longer verified, or has another number than when they were made. */
async function goneAstray(unit: Unit, payouts: readonly Payout[]): Promise<Set<string>> {
  const ids = payouts.flatMap(({ payoutAccountId }) => payoutAccountId ?? [])
  const accounts = await unit.all(ClientBankAccount, { id: { $in: [...new Set(ids)] } })
  const verified = accounts.filter(({ status }) => status === 'VERIFIED')
  const numbers = new Map(verified.map(({ id, number }) => [id, number]))
  const astray = payouts.filter(
    ({ payoutAccountId, payoutNumber }) =>
      payoutAccountId != null && numbers.get(payoutAccountId) !== payoutNumber,
  )
  return new Set(astray.map(({ id }) => id))
}
