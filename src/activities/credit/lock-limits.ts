import { CreditStatus } from '../../entities/credit-status.ts'
import { SystemDebtorCreditStatus } from '../../entities/system-debtor.ts'
import { holdWhere } from '../../kernel/write/hold.ts'
import { lockKey } from '../../kernel/write/lock-key.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { ExposedTo } from './debtor-exposure.ts'

/** Whose limits a claim uses. A debtor without an identity has none beyond the client's. */
export type Limiting = ExposedTo

/** The limits of one claim, for nobody else until the commit. */
export interface Limits {
  of: Limiting
  client: CreditStatus
  debtor: SystemDebtorCreditStatus | null
  today: string
}

const productCode = 'INVOICE_FACTORING_SELL'

/**
 * The client's row first and the debtor's after it, always, so that two claims never block each
 * other.
 */
export async function lockLimits(unit: Unit, of: Limiting): Promise<Limits> {
  const client = await lockClientLimit(unit, of.clientId, of.currency)
  const debtor =
    of.systemDebtorId === null ? null : await lockDebtorLimit(unit, of.systemDebtorId, of.currency)
  return { of, client, debtor, today: await unit.today() }
}

/** Counting begins with the first claim in a currency, limited or not. */
async function lockClientLimit(
  unit: Unit,
  clientId: string,
  currency: string,
): Promise<CreditStatus> {
  const lock = () =>
    holdWhere(unit, CreditStatus, 'client_id = $2 and currency = $3 and product_code = $4', [
      clientId,
      currency,
      productCode,
    ])
  if ((await lock()).length === 0) {
    await lockKey(unit, 'client limit', `${clientId} ${currency}`)
    if ((await lock()).length === 0) {
      const counted = { utilised: 0n, reserved: 0n, status: 'OK' } as const
      const made = unit.add(CreditStatus, { clientId, currency, productCode, ...counted })
      await unit.flush()
      return made
    }
  }
  return unit.load(CreditStatus, { clientId, currency, productCode })
}

/** The row of the debtor's limit, where something was counted or set before. */
export async function lockedDebtorLimit(
  unit: Unit,
  systemDebtorId: string,
  currency: string,
): Promise<SystemDebtorCreditStatus | null> {
  const where = 'system_debtor_id = $2 and currency = $3'
  const locked = await holdWhere(unit, SystemDebtorCreditStatus, where, [systemDebtorId, currency])
  if (locked.length === 0) return null
  return unit.load(SystemDebtorCreditStatus, { systemDebtorId, currency })
}

export async function lockDebtorLimit(
  unit: Unit,
  systemDebtorId: string,
  currency: string,
): Promise<SystemDebtorCreditStatus> {
  const known = await lockedDebtorLimit(unit, systemDebtorId, currency)
  if (known !== null) return known
  await lockKey(unit, 'debtor limit', keyOf({ systemDebtorId, currency }))
  const since = await lockedDebtorLimit(unit, systemDebtorId, currency)
  if (since !== null) return since
  const fields = { systemDebtorId, currency, utilised: 0n, reserved: 0n }
  const made = unit.add(SystemDebtorCreditStatus, fields)
  await unit.flush()
  return made
}

/** The same of several identities in several currencies: keys for what is not there, then rows. */
export async function lockDebtorLimits(
  unit: Unit,
  systemDebtorIds: readonly string[],
  currencies: readonly string[],
): Promise<SystemDebtorCreditStatus[]> {
  const named = {
    systemDebtorId: { $in: [...systemDebtorIds] },
    currency: { $in: [...currencies] },
  }
  const wanted = systemDebtorIds.flatMap((systemDebtorId) =>
    currencies.map((currency) => ({ systemDebtorId, currency })),
  )
  const lackingIn = (rows: readonly SystemDebtorCreditStatus[]) => {
    const known = new Set(rows.map(keyOf))
    return wanted.filter((each) => !known.has(keyOf(each)))
  }
  const keys = lackingIn(await unit.all(SystemDebtorCreditStatus, named)).map(keyOf)
  for (const key of keys.toSorted()) await lockKey(unit, 'debtor limit', key)
  const where = 'system_debtor_id = any($2) and currency = any($3)'
  await holdWhere(unit, SystemDebtorCreditStatus, where, [systemDebtorIds, currencies])
  const rows = await unit.all(SystemDebtorCreditStatus, named)
  const made = lackingIn(rows).map((each) =>
    unit.add(SystemDebtorCreditStatus, { ...each, utilised: 0n, reserved: 0n }),
  )
  await unit.flush()
  return [...rows, ...made]
}

const keyOf = (of: { systemDebtorId: string; currency: string }) =>
  `${of.systemDebtorId} ${of.currency}`
