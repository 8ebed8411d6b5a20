import { takingText } from '../../../domain/clients/accounts.ts'
import { stillInBusiness, type StillInBusiness } from '../../../domain/clients/status.ts'
import { refuse } from '../../../domain/refusal.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/** Whoever closes a client hears of all that is in the way, with what ends each. */
export async function refuseInBusiness(unit: Unit, clientId: string): Promise<void> {
  const found = await openNow(unit, clientId)
  if (found.length === 0) return
  const errors = found.map((code) => ({
    pointer: '/status',
    code,
    message: stillInBusiness[code],
  }))
  refuse('CLIENT_IN_BUSINESS', { errors })
}

export async function openNow(unit: Unit, clientId: string): Promise<StillInBusiness[]> {
  // Some of it may be hidden from who asks, and is open all the same.
  const found = await unit.widened(() =>
    unit.transaction.query<{ code: StillInBusiness }>(openOf('$2'), [unit.tenantId, clientId]),
  )
  return found.map(({ code }) => code)
}

const isOpen: Readonly<Record<StillInBusiness, readonly (readonly [string, string])[]>> = {
  INVOICES_OPEN: [['invoice', `main_status not in ('CREATED', 'CLOSED', 'ARCHIVED')`]],
  BALANCE_LEFT: [['client_account', 'balance <> 0']],
  // A bank may still send back what it has carried out.
  PAYOUTS_UNDER_WAY: [['payout', `status in (${takingText}, 'BOOKED')`]],
  PAYERS_ASKED: [['payment_request', `status in ('CREATED', 'SENT', 'PENDING')`]],
  PAYMENTS_WAITING: [
    ['unplaced_payment', `status in ('OPEN', 'PROPOSED', 'RETURN_REQUESTED')`],
    ['payment_link', `status in ('PROPOSED', 'CONFIRMED')`],
    ['unallocated_item', `status = 'OPEN'`],
  ],
  RETURNS_UNDER_WAY: [['payment_return', `status in ('CREATED', 'AUTHORIZED', 'RETURNED')`]],
  DECISIONS_OPEN: [['factoring_decision', `status <> 'DECIDED'`]],
  LOANS_RUNNING: [
    ['business_loan', `status not in ('DENIED', 'CLOSED', 'WRITTEN_OFF', 'ARCHIVED')`],
  ],
  CHARGES_NOT_BILLED: [
    ['charge', `status in ('GENERATED', 'AUTHORIZED')`],
    ['bill', `status = 'CREATED'`],
  ],
}

/** What is open of a client, of which the statement that this stands in says the id. */
export const openOf = (clientId: string): string =>
  Object.entries(isOpen)
    .map(([code, tables]) => {
      const any = tables.map(
        ([table, where]) =>
          `exists (select from ${table} where tenant_id = $1 and client_id = ${clientId} and ${where})`,
      )
      return `select '${code}' as code where ${any.join(' or ')}`
    })
    .join('\nunion all ')
