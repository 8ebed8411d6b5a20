import type { z } from 'zod'
import { lifetimeOf, lifetimes } from '../../domain/access/token.ts'
import { Debtor } from '../../entities/debtor.ts'
import { id } from '../../kernel/read/fields.ts'
import type { Unit } from '../../kernel/write/unit.ts'
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
  const debtor = await unit.load(Debtor, sent.debtorId, '/debtorId')
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
