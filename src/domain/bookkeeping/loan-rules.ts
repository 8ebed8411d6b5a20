import { credit, debit, fact, main, type RuleInput } from './rule-lines.ts'

/** Lent to a client, on its account: from there it is paid out as any other money of its. */
export function lent({ amount }: RuleInput) {
  return {
    tenant: [debit('LOAN_PRINCIPAL', amount), credit('CLIENT_PAYABLE', amount, main)],
    client: [debit('CLEARING', amount), credit('LOAN_LIABILITY', amount)],
    movements: [{ ...main, type: 'LOAN' as const, amount }],
  }
}

/** What arranging the loan costs is taken from what was lent. */
export function setupFee({ facts }: RuleInput) {
  const amount = fact(facts, 'amount')
  return {
    tenant: [debit('CLIENT_PAYABLE', amount, main), credit('LOAN_FEE_REV', amount)],
    client: [debit('FEE_SERVICE', amount), credit('CLEARING', amount)],
    movements: [{ ...main, type: 'FEE' as const, amount: -amount }],
  }
}

export function loanInterest({ amount }: RuleInput) {
  return {
    tenant: [debit('LOAN_INT_RECEIVABLE', amount), credit('LOAN_INT_REV', amount)],
    client: [debit('INT_EXP', amount), credit('LOAN_INT_PAYABLE', amount)],
  }
}

/** What each component of a loan stands on, in the tenant's book and in the client's. */
const rolesOfComponents: Readonly<Record<string, readonly [tenant: string, client: string]>> = {
  CAPITAL: ['LOAN_PRINCIPAL', 'LOAN_LIABILITY'],
  CREDIT_INTEREST: ['LOAN_INT_RECEIVABLE', 'LOAN_INT_PAYABLE'],
  // Fees are income and expense once they are paid.
  NOTICE_FEE: ['LOAN_FEE_REV', 'FEE_SERVICE'],
}

/** A component of a loan is paid from the client's account. */
export function repaidFromAccount({ facts, amount: change }: RuleInput) {
  const amount = -change
  const roles = rolesOfComponents[String(facts['pays'])]
  if (roles === undefined) throw new Error(`A loan has no ${String(facts['pays'])}`)
  return {
    tenant: [debit('CLIENT_PAYABLE', amount, main), credit(roles[0], amount)],
    client: [debit(roles[1], amount), credit('CLEARING', amount)],
    movements: [{ ...main, type: 'INSTALMENT' as const, amount: -amount }],
  }
}
