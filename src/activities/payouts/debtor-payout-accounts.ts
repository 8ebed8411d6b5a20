import { z } from 'zod'
import { mayEnd } from '../../domain/access/scope.ts'
import { lifeOfPayoutAccount } from '../../domain/payouts/payout-account.ts'
import { refuse } from '../../domain/refusal.ts'
import { Debtor } from '../../entities/debtor.ts'
import { DebtorPayoutAccount } from '../../entities/debtor-payout-account.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { hold, loadHeld } from '../../kernel/write/hold.ts'
import type { Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { endRequestsAbout } from '../automation/end-requests-about.ts'
import { refuseMoved } from '../system/refuse-moved.ts'
import {
  changedFacts,
  isByClient,
  keptFacts,
  secondForAccount,
  unverified,
  verifiedBy,
  type AccountFacts,
} from '../clients/bank-accounts/bank-account-sent.ts'

const facts = ['kind', 'number', 'bic', 'holderName'] as const

export const createDebtorAccountInput = bodyOf(DebtorPayoutAccount, ['debtorId', ...facts])

/** Two people of the tenant say where a debtor is paid back to; what its client says waits for them. */
export async function createDebtorAccount(
  unit: Unit,
  { debtorId, bic = null, ...sent }: z.output<typeof createDebtorAccountInput>,
): Promise<DebtorPayoutAccount | Pending> {
  const known = await unit.load(Debtor, debtorId, '/debtorId')
  refuseMoved(known, '/debtorId')
  const { clientId } = known
  const kept = withoutClearing(keptFacts({ ...sent, bic }))
  await refuseTwice(unit, debtorId, kept)
  const subject = { type: 'Debtor', id: debtorId, clientId }
  const pending = secondForAccount(unit, 'PAYOUT_ACCOUNT_CHANGE', subject, kept)
  if (pending !== undefined) return pending
  // One that moves meanwhile takes its accounts along, and nobody adds the same beside this.
  const held = await loadHeld(unit, Debtor, debtorId)
  refuseMoved(held, '/debtorId')
  await refuseTwice(unit, debtorId, kept)
  return unit.add(DebtorPayoutAccount, {
    clientId: held.clientId,
    debtorId,
    ...kept,
    ...(isByClient(unit) ? unverified : verifiedBy(unit)),
    createdBy: unit.principal.id,
  })
}

export const updateDebtorAccountInput = bodyOf(DebtorPayoutAccount, facts)
  .partial()
  .extend({ status: z.enum(['VERIFIED', 'DISABLED']).optional() })

/** Verified or changed by two, which begins anew; one is enough to disable it. */
export async function updateDebtorAccount(
  unit: Unit,
  id: string,
  { status, ...sent }: z.output<typeof updateDebtorAccountInput>,
): Promise<DebtorPayoutAccount | Pending> {
  const account = await unit.load(DebtorPayoutAccount, id)
  const { clientId } = account
  if (status === 'DISABLED') {
    await disableAll(unit, [account, ...(await twinsOf(unit, account))])
    await unit.flush()
    // What waits to be paid back to it is held.
    await unit.runtime.registered.payoutsFollow(unit, clientId)
    return account
  }
  const { facts: after, isChanged } = changedFacts(account, sent)
  const isVerifying = status === 'VERIFIED' && account.status !== 'VERIFIED'
  if (!isChanged && !isVerifying) return account
  lifeOfPayoutAccount.move(account.status, 'verify')
  if (status === 'VERIFIED' && isByClient(unit)) refuse('ACCESS_DENIED')
  const { debtorId } = account
  await refuseTwice(unit, debtorId, after, id)
  const subject = { type: 'DebtorPayoutAccount', id, clientId }
  const pending = secondForAccount(unit, 'PAYOUT_ACCOUNT_CHANGE', subject, after)
  if (pending !== undefined) return pending
  hold(unit, Debtor, [debtorId])
  await refuseTwice(unit, debtorId, after, id)
  return Object.assign(
    account,
    withoutClearing(after),
    isByClient(unit) ? unverified : verifiedBy(unit),
  )
}

/** Debtors that were merged, or a change, leave one account in several rows: none is paid to. */
async function twinsOf(
  unit: Unit,
  { id, debtorId, kind, number }: DebtorPayoutAccount,
): Promise<DebtorPayoutAccount[]> {
  const rows = await rowsOfAccount(unit, debtorId, { kind, number })
  return rows.filter((one) => one.id !== id && mayEnd(unit.scope, one.addedFor ?? null))
}

async function disableAll(unit: Unit, accounts: readonly DebtorPayoutAccount[]): Promise<void> {
  const ids = accounts.map(({ id }) => id)
  await endRequestsAbout(unit, ids, 'The account was disabled')
  for (const account of accounts) {
    const status = lifeOfPayoutAccount.move(account.status, 'disable')
    unit.update(DebtorPayoutAccount, account, { status })
  }
}

/** Its bank stands in no column of its own here. */
function withoutClearing({ kind, number, bic, holderName }: AccountFacts): AccountFacts {
  return { kind, number, bic, holderName }
}

/** A second row of the same account would stay when the first is disabled. */
async function refuseTwice(
  unit: Unit,
  debtorId: string,
  account: AccountFacts,
  except?: string,
): Promise<void> {
  const there = await rowsOfAccount(unit, debtorId, account)
  if (there.every(({ id }) => id === except)) return
  const message = 'The debtor has this account'
  refuse('ALREADY_EXISTS', { errors: [{ pointer: '/number', code: 'ALREADY_EXISTS', message }] })
}

function rowsOfAccount(
  unit: Unit,
  debtorId: string,
  { kind, number }: Pick<AccountFacts, 'kind' | 'number'>,
): Promise<DebtorPayoutAccount[]> {
  const where = `debtor_id = $2 and kind = $3 and number = $4 and status <> 'DISABLED'`
  return unit.readEach(DebtorPayoutAccount, where, [debtorId, kind, number])
}
