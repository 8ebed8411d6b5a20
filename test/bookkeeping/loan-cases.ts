import type { Case } from './posting-cases.ts'

const paid = (pays: string, amount: bigint) => ({
  type: 'INSTALMENT_PAID' as const,
  amount: -amount,
  facts: { variant: pays, amount: String(amount) },
})

const byBank = (pays: string, amount: bigint) => {
  const from = paid(pays, amount)
  return { ...from, facts: { ...from.facts, takes: 'payment/one' } }
}

/** 100,000 lent at a fee of 1,000, and its first instalment. */
export const loanCases: readonly Case[] = [
  {
    rule: 'P21',
    of: 'a loan, paid out',
    input: { type: 'LOAN_DISBURSED', amount: 10_000_000n, facts: {} },
    tenant: 'LOAN_PRINCIPAL 10000000, CLIENT_PAYABLE -10000000',
    client: 'CLEARING 10000000, LOAN_LIABILITY -10000000',
    movements: 'MAIN LOAN 10000000',
  },
  {
    rule: 'P21',
    of: 'what arranging it costs',
    input: { type: 'LOAN_FEE', amount: 0n, facts: { variant: 'SETUP', amount: '100000' } },
    tenant: 'CLIENT_PAYABLE 100000, LOAN_FEE_REV -100000',
    client: 'FEE_SERVICE 100000, CLEARING -100000',
    movements: 'MAIN FEE -100000',
  },
  {
    rule: 'P22',
    of: 'its interest',
    input: { type: 'LOAN_INTEREST', amount: 100_000n, facts: {} },
    tenant: 'LOAN_INT_RECEIVABLE 100000, LOAN_INT_REV -100000',
    client: 'INT_EXP 100000, LOAN_INT_PAYABLE -100000',
  },
  {
    rule: 'P22',
    of: 'what it bears beyond that where it is late',
    input: { type: 'LOAN_INTEREST', amount: 10_788n, facts: { variant: 'LATE' } },
    tenant: 'LOAN_INT_RECEIVABLE 10788, LATE_INT_REV -10788',
    client: 'INT_EXP 10788, LOAN_INT_PAYABLE -10788',
  },
  {
    rule: 'P23',
    of: 'a fee, which is nobody’s income until it is paid',
    input: { type: 'LOAN_FEE', amount: 6_000n, facts: { variant: 'ADDED', amount: '6000' } },
  },
  {
    rule: 'P23',
    of: 'principal, paid from the client account',
    input: paid('CAPITAL', 1_625_484n),
    tenant: 'CLIENT_PAYABLE 1625484, LOAN_PRINCIPAL -1625484',
    client: 'LOAN_LIABILITY 1625484, CLEARING -1625484',
    movements: 'MAIN INSTALMENT -1625484',
  },
  {
    rule: 'P23',
    of: 'interest, paid from the client account',
    input: paid('CREDIT_INTEREST', 100_000n),
    tenant: 'CLIENT_PAYABLE 100000, LOAN_INT_RECEIVABLE -100000',
    client: 'LOAN_INT_PAYABLE 100000, CLEARING -100000',
    movements: 'MAIN INSTALMENT -100000',
  },
  {
    rule: 'P23',
    of: 'a fee, paid from the client account',
    input: paid('NOTICE_FEE', 6_000n),
    tenant: 'CLIENT_PAYABLE 6000, LOAN_FEE_REV -6000',
    client: 'FEE_SERVICE 6000, CLEARING -6000',
    movements: 'MAIN INSTALMENT -6000',
  },
  {
    rule: 'P23',
    of: 'principal, paid by bank',
    input: byBank('CAPITAL', 1_625_484n),
    tenant: 'UNALLOCATED 1625484, LOAN_PRINCIPAL -1625484',
    client: 'LOAN_LIABILITY 1625484, BANK -1625484',
  },
  {
    rule: 'P23',
    of: 'interest, paid by bank',
    input: byBank('CREDIT_INTEREST', 100_000n),
    tenant: 'UNALLOCATED 100000, LOAN_INT_RECEIVABLE -100000',
    client: 'LOAN_INT_PAYABLE 100000, BANK -100000',
  },
  {
    rule: 'P23',
    of: 'a fee, paid by bank',
    input: byBank('NOTICE_FEE', 6_000n),
    tenant: 'UNALLOCATED 6000, LOAN_FEE_REV -6000',
    client: 'FEE_SERVICE 6000, BANK -6000',
  },
  {
    rule: 'P24',
    of: 'principal that is written off',
    input: { type: 'WRITE_OFF_CAPITAL', amount: 0n, facts: { amount: '1625484' } },
    tenant: 'CREDIT_LOSS 1625484, LOAN_PRINCIPAL -1625484',
  },
  {
    rule: 'P24',
    of: 'interest that is written off',
    input: { type: 'WRITE_OFF_INTEREST', amount: 0n, facts: { amount: '100000' } },
    tenant: 'CREDIT_LOSS 100000, LOAN_INT_RECEIVABLE -100000',
  },
  {
    rule: 'P24',
    of: 'lost principal, paid after all',
    input: paid('LOST_CAPITAL', 1_625_484n),
    tenant: 'CLIENT_PAYABLE 1625484, CREDIT_LOSS -1625484',
    client: 'LOAN_LIABILITY 1625484, CLEARING -1625484',
    movements: 'MAIN INSTALMENT -1625484',
  },
  {
    rule: 'P24',
    of: 'lost interest, paid after all',
    input: paid('LOST_INTEREST', 100_000n),
    tenant: 'CLIENT_PAYABLE 100000, CREDIT_LOSS -100000',
    client: 'LOAN_INT_PAYABLE 100000, CLEARING -100000',
    movements: 'MAIN INSTALMENT -100000',
  },
]
