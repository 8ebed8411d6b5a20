import { credit, debit, fact, main, type RuleInput } from './rule-lines.ts'

export function received({ facts }: RuleInput) {
  const amount = fact(facts, 'amount')
  return { tenant: [debit('BANK', amount), credit('UNALLOCATED', amount)] }
}

/** What is paid in another currency comes out of the exchange of that. */
const sourceOf = (facts: RuleInput['facts']): string => String(facts['from'] ?? 'UNALLOCATED')

export function paidServiced({ facts }: RuleInput) {
  const amount = fact(facts, 'amount')
  return {
    tenant: [debit(sourceOf(facts), amount), credit('CLIENT_PAYABLE', amount, main)],
    client: [debit('CLEARING', amount), credit('AR', amount)],
    movements: [{ ...main, type: 'PAYMENT' as const, amount }],
  }
}

export function paidFinanced({ facts }: RuleInput) {
  const amount = fact(facts, 'amount')
  return { tenant: [debit(sourceOf(facts), amount), credit('AR_PURCHASED', amount)] }
}

/** The debtor paid the client, whose claim it is. */
export function paidToClient({ amount }: RuleInput) {
  return { client: [debit('BANK', -amount), credit('AR', -amount)] }
}

/** The client got money for what it has sold, and owes it to the tenant. */
export function paidToSeller({ amount: change }: RuleInput) {
  const amount = -change
  return {
    tenant: [debit('CLIENT_PAYABLE', amount, main), credit('AR_PURCHASED', amount)],
    client: [debit('BANK', amount), credit('CLEARING', amount)],
    movements: [{ ...main, type: 'DIRECT_PAYMENT' as const, amount: -amount }],
  }
}

/** Fees, interest and outlays are the tenant's own. */
export function paidCosts({ facts }: RuleInput) {
  const amount = fact(facts, 'amount')
  return { tenant: [debit(sourceOf(facts), amount), credit(String(facts['role']), amount)] }
}

/** Money in one currency is given up for what it settles in another. */
export function exchanged({ facts }: RuleInput) {
  const amount = fact(facts, 'amount')
  return { tenant: [debit('UNALLOCATED', amount), credit('CURRENCY_EXCHANGE', amount)] }
}

const gained = (amount: bigint) => credit(amount < 0n ? 'FX_LOSS' : 'FX_GAIN', amount)

/** The client gets what the money was worth on its day, and bears the difference to its claim. */
export function fxOfServiced({ facts }: RuleInput) {
  const amount = fact(facts, 'difference')
  return {
    tenant: [debit('CURRENCY_EXCHANGE', amount), credit('CLIENT_PAYABLE', amount, main)],
    client: [debit('CLEARING', amount), gained(amount)],
    movements: [{ ...main, type: 'PAYMENT' as const, amount }],
  }
}

/** On what is the tenant's own, bought or its costs, it bears the difference itself. */
export function fxOfTenant({ facts }: RuleInput) {
  const amount = fact(facts, 'difference')
  return { tenant: [debit('CURRENCY_EXCHANGE', amount), gained(amount)] }
}

/** What is left of a claim within the tolerance is nobody's debt any more. */
export function roundedOff({ amount }: RuleInput) {
  return { client: [debit('ROUNDING', -amount), credit('AR', -amount)] }
}

export function roundedOffBought({ amount }: RuleInput) {
  return { tenant: [debit('ROUNDING', -amount), credit('AR_PURCHASED', -amount)] }
}

/** The client pays back what its debtor has to its credit. */
export function paidBack({ amount }: RuleInput) {
  return {
    tenant: [debit('CLIENT_PAYABLE', amount, main), credit('IN_TRANSIT', amount)],
    client: [debit('AR', amount), credit('CLEARING', amount)],
    movements: [{ ...main, type: 'REFUND' as const, amount: -amount }],
  }
}

/** The bank has carried out what was on its way. */
export function leftBank({ facts }: RuleInput) {
  const amount = fact(facts, 'amount')
  return { tenant: [debit('IN_TRANSIT', amount), credit('BANK', amount)] }
}

export function overpaymentTo(role: string) {
  return ({ facts }: RuleInput) => {
    const amount = fact(facts, 'amount')
    return { tenant: [debit('UNALLOCATED', amount), credit(role, amount)] }
  }
}
