import { takingText } from '../../domain/clients/accounts.ts'
import { reasonsOf, type BlockFacts, type BlockReason } from '../../domain/payouts/block-reasons.ts'
import { isAstray } from '../../domain/payouts/payout.ts'
import { isBound } from '../../domain/access/scope.ts'
import { ClientBankAccount } from '../../entities/client-bank-account.ts'
import { Payout } from '../../entities/payout.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { openFindingsOf } from '../system/under-review.ts'
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
          isUnverified: account !== undefined && account.status !== 'VERIFIED',
        }
        return [payout.id, reasonsOf(whole, isToldAll)]
      }),
    )
  })
}

type Asked = Omit<BlockFacts, 'isAstray' | 'isUnverified' | 'isDisabled'> & { id: string }

const factsOf = (unit: Unit, ids: readonly string[]) =>
  unit.transaction.prepared<Asked & Record<string, unknown>>(
    `select p.id, c.status as "clientStatus",
       exists (select from client_setting s where s.tenant_id = $1 and s.client_id = p.client_id
         and s.kind = 'COMPLIANCE' and s.value->>'kycStatus' = 'DENIED') as "isDenied",
       exists (${openFindingsOf('p.client_id')}) as "isUnderReview",
       p.claim_id is null and a.balance < (select sum(o.amount) from payout o
         where o.tenant_id = $1 and o.client_account_id = p.client_account_id
           and o.status in (${takingText}) and o.claim_id is null) as "isShort"
     from payout p
     join client c on c.tenant_id = $1 and c.id = p.client_id
     join client_account a on a.tenant_id = $1 and a.id = p.client_account_id
     where p.tenant_id = $1 and p.id = any($2)`,
    [unit.tenantId, ids],
  )
