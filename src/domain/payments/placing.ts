import { decimal } from '../money.ts'
import { refuse, type Fault, type RefusalCode } from '../refusal.ts'
import type { InvoiceType, MainStatus } from '../invoices/invoice.ts'
import { lifeOfInvoice } from '../invoices/transitions.ts'

/** What may take money: a claim with how much of everything is owed on it, or an account. */
export interface Payable {
  currency: string
  /** None of an account, which takes any amount. */
  open: bigint | null
  /** Why it takes nothing. */
  obstacle: string | null
}

/** Why an invoice takes no money. */
export function obstacleOf(of: { type: InvoiceType; mainStatus: MainStatus }): string | null {
  if (of.type === 'CREDIT_INVOICE') return 'It is a credit note'
  return lifeOfInvoice.may(of.mainStatus, 'close') ? null : `It is ${of.mainStatus}`
}

export interface Part {
  /** Null for a claim that is not there, or not the caller's. */
  claim: Payable | null
  amount: bigint
  /** Where it stands in what was sent. */
  pointer: string
}

/** Refuses to put these parts of an amount on their claims: to the öre, or not at all. */
export function refuseUnplaceable(left: bigint, currency: string, parts: readonly Part[]): void {
  const faults = parts.flatMap(({ claim, pointer }) => faultsOf(claim, currency, pointer))
  refuseFaults('CLAIM_NOT_PAYABLE', faults)
  let rest = left
  const exceeded: Fault[] = []
  for (const { claim, amount, pointer } of parts) {
    const owed = claim === null ? 0n : claim.open
    if (owed !== null && amount > owed) {
      exceeded.push(fault(pointer, 'CLAIM_EXCEEDED', `${decimal(owed, currency)} is owed on it`))
    } else if (amount > rest || amount <= 0n) {
      const said = `${decimal(rest, currency)} of the payment is left`
      exceeded.push(fault(pointer, 'PAYMENT_EXCEEDED', said))
    }
    rest -= amount
  }
  const [first] = exceeded
  if (first !== undefined) refuseFaults(first.code as RefusalCode, exceeded)
}

/** Refuses a claim that takes no money, or none of that currency, whatever the amount. */
export function refuseUnpayable(claim: Payable | null, paidIn = claim?.currency ?? ''): void {
  const [first] = faultsOf(claim, paidIn, '')
  if (first !== undefined) refuse('CLAIM_NOT_PAYABLE', { detail: `${first.message}.` })
}

/** Refuses an amount that is more than is owed. */
export function refuseBeyond(amount: bigint, owed: bigint, currency: string): void {
  if (amount <= owed) return
  const said = `${decimal(owed, currency)} is owed on it`
  refuseFaults('CLAIM_EXCEEDED', [fault('/amount', 'CLAIM_EXCEEDED', said)])
}

/** Refuses claims that are not of the client whose money it is. */
export function refuseOfOthers(
  clientId: string | null | undefined,
  claims: readonly { clientId: string | null; pointer: string }[],
): void {
  const others = claims.filter((claim) => claim.clientId !== clientId)
  refuseFaults(
    'CLAIM_NOT_PAYABLE',
    others.map(({ pointer }) => fault(pointer, 'CLAIM_NOT_PAYABLE', 'It is of another client')),
  )
}

/** Refuses to take more of a payment than is left of it. */
export function refuseBeyondLeft(amount: bigint, left: bigint, currency: string): void {
  if (amount <= left) return
  const said = `${decimal(left, currency)} of the payment is left`
  refuseFaults('PAYMENT_EXCEEDED', [fault('/amount', 'PAYMENT_EXCEEDED', said)])
}

/** Why a claim takes no money of that currency. */
export function faultsOf(claim: Payable | null, currency: string, pointer: string): Fault[] {
  const not = (message: string) => [fault(pointer, 'CLAIM_NOT_PAYABLE', message)]
  if (claim === null) return [fault(pointer, 'NOT_FOUND', 'There is nothing with this id')]
  if (claim.obstacle !== null) return not(claim.obstacle)
  if (claim.currency !== currency) return not(`It is in ${claim.currency}, not ${currency}`)
  return claim.open === null || claim.open > 0n ? [] : not('Nothing is owed on it')
}

const fault = (pointer: string, code: string, message: string): Fault => ({
  pointer,
  code,
  message,
})

function refuseFaults(code: RefusalCode, errors: readonly Fault[]): void {
  if (errors.length > 0) refuse(code, { errors })
}
