import { takingText } from '../../domain/clients/accounts.ts'
import { reasonsOf, type BlockFacts, type BlockReason } from '../../domain/payouts/block-reasons.ts'
import { isAstray } from '../../domain/payouts/payout.ts'
import { isBound } from '../../domain/access/scope.ts'
import { ClientBankAccount } from '../../entities/client-bank-account.ts'
import { Payout } from '../../entities/payout.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { isDeniedText, isUnderReviewText } from '../clients/accounts/payouts-blocked.ts'
import { toBankrupt } from './to-bankrupt.ts'
import { toDisabled } from './to-disabled.ts'

/** Why each of some payouts is blocked, as it is now: what is gone meanwhile is no reason. */
export async function reasonsOfPayouts(
  unit: Unit,
  ids: readonly string[],
): Promise<ReadonlyMap<string, BlockReason[]>> {
  const isToldAll = !isBound(unit.scope)
  return unit.widened(async () => {
    const payouts = await unit.readEach(Payout, 'id = any($2)', [ids])
    const facts = new Map((await factsOf(unit, ids)).map((row) => [row.id, row]))
    const disabled = await toDisabled(unit, ids)
    const bankrupt = await toBankrupt(unit, ids)
    const named = payouts.flatMap(({ payoutAccountId }) => payoutAccountId ?? [])
    const accounts = await unit.readEach(ClientBankAccount, 'id = any($2)', [named])
    const byId = new Map(accounts.map((account) => [account.id, account]))
    return new Map(
      payouts.map((payout) => {
        const { payoutAccountId } = payout
        const account = payoutAccountId == null ? undefined : byId.get(payoutAccountId)
        const whole = {
          ...facts.get(payout.id)!,
          isAstray: payoutAccountId != null && isAstray(payout, account),
          isDisabled: disabled.has(payout.id),
          isBankrupt: bankrupt.has(payout.id),
          isUnverified: account !== undefined && account.status !== 'VERIFIED',
        }
        return [payout.id, reasonsOf(whole, isToldAll)]
      }),
    )
  })
}

type Asked = Omit<BlockFacts, 'isAstray' | 'isUnverified' | 'isDisabled' | 'isBankrupt'> & {
  id: string
}

/** What is asked of a client or an account is asked once for all of its payouts. */
const factsOf = (unit: Unit, ids: readonly string[]) =>
  unit.transaction.prepared<Asked & Record<string, unknown>>(
    `with asked as materialized (
       select id, client_id, client_account_id, claim_id from payout
       where tenant_id = $1 and id = any($2)
     ), clients as materialized (
       select c.id, c.status, ${isDeniedText} as denied, ${isUnderReviewText} as found
       from client c where c.tenant_id = $1 and c.id in (select client_id from asked)
     ), taken as materialized (
       select client_account_id as id, sum(amount) as amount from payout
       where tenant_id = $1 and status in (${takingText}) and claim_id is null
         and client_account_id in (select client_account_id from asked)
       group by 1
     )
     select p.id, c.status as "clientStatus", coalesce(c.denied, false) as "isDenied",
       coalesce(c.found, false) as "isUnderReview",
       p.claim_id is null and coalesce(a.balance < coalesce(t.amount, 0), false) as "isShort"
     from asked p left join clients c on c.id = p.client_id
     left join client_account a on a.tenant_id = $1 and a.id = p.client_account_id
     left join taken t on t.id = p.client_account_id`,
    [unit.tenantId, ids],
  )
