import { countryOfDebtor } from '../../domain/debtors/debtor-sent.ts'
import { refuse } from '../../domain/refusal.ts'
import { Client } from '../../entities/client.ts'
import type { Debtor } from '../../entities/debtor.ts'
import { SystemDebtor } from '../../entities/system-debtor.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { identify } from './match-debtor.ts'

/**
 * Two debtors that are the same have one number: who has none gets that of the other, with its
 * limits, blocks and bankruptcy.
 */
export async function takeIdentity(
  unit: Unit,
  from: Debtor,
  to: Debtor,
  pointer: string,
): Promise<void> {
  const { systemDebtorId, identificationNumber } = from
  if (systemDebtorId == null || to.systemDebtorId != null) return
  const client = await unit.load(Client, to.clientId)
  const countryCode = await countryAt(unit, from, client)
  Object.assign(to, { identificationNumber, countryCode })
  await identify(unit, client, to, pointer)
  if (!isOf(systemDebtorId, to)) refuse('NOT_SAME_DEBTOR')
}

const isOf = (identity: string, { systemDebtorId }: Debtor) => systemDebtorId === identity

/** The country to be said of the number where its client's, which is usual, may be another. */
export async function countryAt(
  unit: Unit,
  { systemDebtorId, identificationNumber, countryCode }: Debtor,
  { countryCode: usual }: Client,
): Promise<string | null> {
  if (systemDebtorId == null) return countryCode ?? null
  const { countryCode: country } = await unit.load(SystemDebtor, systemDebtorId)
  return countryOfDebtor({ identificationNumber }, usual) === country ? null : country
}
