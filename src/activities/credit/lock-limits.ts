import { CreditStatus } from '../../entities/credit-status.ts'
import { SystemDebtorCreditStatus } from '../../entities/system-debtor.ts'
import { todayOf } from '../access/tenant-of.ts'
import { lockKey } from '../../kernel/write/lock-key.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Whose limits a claim uses. A debtor without an identity has none beyond the client's. */
export interface Limiting {
  clientId: string
  systemDebtorId: string | null
  currency: string
}

/** The limits of one claim, for nobody else until the commit. */
export interface Limits {
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
  return { client, debtor, today: await todayOf(unit) }
}

/** Counting begins with the first claim in a currency, limited or not. */
async function lockClientLimit(
  unit: Unit,
  clientId: string,
  currency: string,
): Promise<CreditStatus> {
  const lock = () =>
    unit.transaction.prepared(
      `select id from credit_status where tenant_id = $1 and client_id = $2 and currency = $3
       and product_code = $4 for no key update`,
      [unit.tenantId, clientId, currency, productCode],
    )
  if ((await lock()).length === 0) {
    await lockKey(unit, `credit status ${clientId} ${currency}`)
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
  const locked = await unit.transaction.prepared(
    `select id from system_debtor_credit_status where tenant_id = $1 and system_debtor_id = $2
     and currency = $3 for no key update`,
    [unit.tenantId, systemDebtorId, currency],
  )
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
  await lockKey(unit, `debtor limit ${systemDebtorId} ${currency}`)
  const since = await lockedDebtorLimit(unit, systemDebtorId, currency)
  if (since !== null) return since
  const fields = { systemDebtorId, currency, utilised: 0n, reserved: 0n }
  const made = unit.add(SystemDebtorCreditStatus, fields)
  await unit.flush()
  return made
}
