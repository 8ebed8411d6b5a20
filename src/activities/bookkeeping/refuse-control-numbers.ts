import { controlRoles } from '../../domain/bookkeeping/chart.ts'
import { refuse } from '../../domain/refusal.ts'
import { BookkeepingAccount } from '../../entities/bookkeeping-account.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** The number of an account, and where in the body it stands. */
export interface NumberSent {
  number: string | null | undefined
  pointer: string
}

/**
 * Refuses rows that name a control account, when they are sent and not only when they are booked.
 */
export async function refuseControlNumbers(
  unit: Unit,
  clientId: string,
  sent: readonly NumberSent[],
): Promise<void> {
  const controlNumbersOf = await controlNumbersAmong(unit, [clientId], numbersIn(sent))
  refuseNumbers(sent, controlNumbersOf(clientId))
}

const roles = [...controlRoles.CLIENT].map((role) => `'${role}'`).join(', ')

/** Which of the client's numbers are control accounts', for a statement that looks up more beside. */
export const controlNumbers = (tenant: string, client: string, numbers: string) =>
  `array(select number from bookkeeping_account where tenant_id = ${tenant}
    and owner_id = ${client} and number = any (${numbers}) and role in (${roles}))`

/** Of these numbers, those that are control accounts of each client. */
export async function controlNumbersAmong(
  unit: Unit,
  clientIds: readonly string[],
  numbers: readonly string[],
): Promise<(clientId: string) => readonly string[]> {
  if (numbers.length === 0) return () => []
  const found = await rowsOf(
    unit,
    BookkeepingAccount,
    { ownerId: clientIds, number: numbers, role: [...controlRoles.CLIENT] },
    ['ownerId', 'number'],
  )
  const byOwner = Map.groupBy(found, ({ ownerId }) => ownerId)
  return (clientId) => (byOwner.get(clientId) ?? []).map(({ number }) => number)
}

export const numbersIn = (sent: readonly NumberSent[]): string[] => [
  ...new Set(sent.flatMap(({ number }) => number ?? [])),
]

export function refuseNumbers(sent: readonly NumberSent[], control: readonly string[]): void {
  const errors = sent
    .filter(({ number }) => number != null && control.includes(number))
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
