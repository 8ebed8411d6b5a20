import type { z } from 'zod'
import { lifetimeOf, lifetimes } from '../../domain/access/token.ts'
import { id } from '../../kernel/read/fields.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { debtorToBind } from './debtor-to-bind.ts'
import { type IssuedToken, lifetime } from './issue-token.ts'
import { mintToken, mintTokenInput } from './mint-token.ts'

export const mintDebtorTokenInput = mintTokenInput.extend({
  expiresInSeconds: lifetime(lifetimes.bound).optional(),
  debtorId: id('Debtor'),
})

export async function mintDebtorToken(
  unit: Unit,
  sent: z.output<typeof mintDebtorTokenInput>,
): Promise<IssuedToken> {
  const { name = 'Debtor token', rights, roleIds, tenantsOwn } = sent
  const debtor = await debtorToBind(unit, sent.debtorId)
  return mintToken(unit, {
    kind: 'DEBTOR',
    name,
    clientId: debtor.clientId,
    debtorId: debtor.id,
    rights,
    roleIds,
    tenantsOwn,
    lifetimeMs: lifetimeOf(lifetimes.bound, sent),
  })
}
