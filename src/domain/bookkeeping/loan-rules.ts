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

export const loanInterest = bearing('LOAN_INT_REV')
/** What is late bears beyond what the loan does. */
export const lateLoanInterest = bearing('LATE_INT_REV')

export const principalRepaid = repaidFromAccount('LOAN_PRINCIPAL', 'LOAN_LIABILITY')
export const interestPaid = repaidFromAccount('LOAN_INT_RECEIVABLE', 'LOAN_INT_PAYABLE')
/** Fees are income and expense once they are paid. */
export const loanFeePaid = repaidFromAccount('LOAN_FEE_REV', 'FEE_SERVICE')

/** What was written off and is paid after all makes the loss smaller. */
export const lostLoanPaid = repaidFromAccount('CREDIT_LOSS', 'LOAN_LIABILITY')
export const lostInterestPaid = repaidFromAccount('CREDIT_LOSS', 'LOAN_INT_PAYABLE')

/** The tenant's loss alone: the client owes it as before. */
export const loanWrittenOff = lost('LOAN_PRINCIPAL')
export const loanInterestWrittenOff = lost('LOAN_INT_RECEIVABLE')

function bearing(role: string) {
  return ({ amount }: RuleInput) => ({
    tenant: [debit('LOAN_INT_RECEIVABLE', amount), credit(role, amount)],
    client: [debit('INT_EXP', amount), credit('LOAN_INT_PAYABLE', amount)],
  })
}

function lost(role: string) {
  return ({ facts }: RuleInput) => {
    const amount = fact(facts, 'amount')
    return { tenant: [debit('CREDIT_LOSS', amount), credit(role, amount)] }
  }
}

/** A component of a loan is paid: from the client's account, or by money that came in for it. */
function repaidFromAccount(tenantRole: string, clientRole: string) {
  return ({ facts }: RuleInput) => {
    const amount = fact(facts, 'amount')
    if (facts['takes'] !== undefined) {
      return {
        tenant: [debit('UNALLOCATED', amount), credit(tenantRole, amount)],
        client: [debit(clientRole, amount), credit('BANK', amount)],
      }
    }
    return {
      tenant: [debit('CLIENT_PAYABLE', amount, main), credit(tenantRole, amount)],
      client: [debit(clientRole, amount), credit('CLEARING', amount)],
      movements: [{ ...main, type: 'INSTALMENT' as const, amount: -amount }],
    }
  }
}
