import { decimal } from '../../../domain/money.ts'
import { lifeOfReturn } from '../../../domain/payments/payment-return.ts'
import { lastDigits } from '../../../domain/clients/bank-account.ts'
import { PaymentReturn } from '../../../entities/payment-return.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'
import { requireSecond, type Pending } from '../../../kernel/write/pending.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { refuseClient } from '../held-unplaced.ts'

/** Two people have to agree that this money goes to this account. */
export async function authorizeReturn(unit: Unit, id: string): Promise<PaymentReturn | Pending> {
  const asked = await unit.load(PaymentReturn, id)
  refuseClient(unit)
  lifeOfReturn.move(asked.status, 'authorize')
  const { clientId = null, amount: minor, currency, toAccount, isOverride } = asked
  const payload = { amount: decimal(minor, currency), currency, toAccount, isOverride }
  const pending = requireSecond(unit, {
    topic: 'PAYMENT_RETURN',
    subject: { type: 'PaymentReturn', id, clientId },
    payload,
    told: { ...payload, toAccount: lastDigits(toAccount) },
    amount: { minor, currency },
  })
  if (pending !== undefined) return pending
  const returned = await loadHeld(unit, PaymentReturn, id)
  const status = lifeOfReturn.move(returned.status, 'authorize')
  unit.update(PaymentReturn, returned, { status, authorizedBy: unit.principal.id })
  return returned
}
