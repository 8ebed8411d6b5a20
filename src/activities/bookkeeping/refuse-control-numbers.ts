import { controlRoles } from '../../domain/bookkeeping/chart.ts'
import { refuse } from '../../domain/refusal.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** The number of an account, and where in the body it stands. */
export interface NumberSent {
  number: string | null | undefined
  pointer: string
}

/** No row names an account that mirrors a sub-ledger; told where it is said, long before booking. */
export async function refuseControlNumbers(
  unit: Unit,
  clientId: string,
  sent: readonly NumberSent[],
): Promise<void> {
  const numbers = new Set(sent.flatMap(({ number }) => number ?? []))
  if (numbers.size === 0) return
  const rows = await unit.transaction.prepared<{ number: string }>(
    `select number from bookkeeping_account
     where tenant_id = $1 and owner_id = $2 and number = any ($3) and role = any ($4)`,
    [unit.tenantId, clientId, [...numbers], [...controlRoles]],
  )
  const kept = new Set(rows.map(({ number }) => number))
  const errors = sent
    .filter(({ number }) => number != null && kept.has(number))
    .map(({ number, pointer }) => ({
      pointer,
      code: 'CONTROL_ACCOUNT',
      message: `The account ${number} is kept by financial events`,
    }))
  if (errors.length > 0) refuse('CONTROL_ACCOUNT', { errors })
}

export const numbersOfRows = (
  rows: readonly { accountNumber?: string | null | undefined }[] = [],
): NumberSent[] =>
  rows.map(({ accountNumber: number }, at) => ({
    number,
    pointer: `/articleRows/${at}/accountNumber`,
  }))
