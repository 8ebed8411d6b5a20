import { counterRoles } from '../../src/domain/bookkeeping/chart.ts'
import { exchangeCases } from './exchange-cases.ts'
import type { RuleInput } from '../../src/domain/bookkeeping/rule-lines.ts'
import { loanCases } from './loan-cases.ts'
import { refundCases } from './refund-cases.ts'
import { settlementCases } from './settlement-cases.ts'

export interface Case {
  rule: string
  of: string
  input: Omit<RuleInput, 'typeOf'>
  tenant?: string
  client?: string
  movements?: string
}

const lossOf = { amount: '12500', net: '10000' }

export const sale = {
  net: [
    { rate: '25.0000', amount: '1000000' },
    { rate: '6', amount: '1000' },
  ],
  vat: [
    { rate: '25', amount: '250000' },
    { rate: '6', amount: '60' },
  ],
  rounding: '40',
}
export const financed = {
  gross: '1250000',
  advance: '1125000',
  reserve: '125000',
  commission: '25000',
  commissionVat: '6250',
}

/** One row a case of the posting catalogue. */
export const cases: readonly Case[] = [
  {
    rule: 'P1',
    of: 'an invoice of two VAT rates, rounded',
    input: { type: 'INVOICE_BOOKED', amount: 1_251_100n, facts: sale },
    client:
      'AR 1251100, REVENUE_25 -1000000, REVENUE_6 -1000, VAT_OUT_25 -250000, VAT_OUT_6 -60, ROUNDING -40',
  },
  {
    rule: 'P1',
    of: 'an invoice with a rate that the chart has no line for',
    input: {
      type: 'INVOICE_BOOKED',
      amount: 124n,
      facts: { net: [{ rate: '24', amount: '100' }], vat: [{ rate: '24', amount: '24' }] },
    },
    client: 'AR 124, REVENUE_OTHER -100, VAT_OUT_OTHER -24',
  },
  {
    rule: 'P10',
    of: 'a credit note, whose parts are positive',
    input: { type: 'CREDIT_BOOKED', amount: -1_251_100n, facts: sale },
    client:
      'AR -1251100, REVENUE_25 1000000, REVENUE_6 1000, VAT_OUT_25 250000, VAT_OUT_6 60, ROUNDING 40',
  },
  {
    rule: 'P1',
    of: 'parts that make up nothing, whose sign is that of an invoice all the same',
    input: {
      type: 'INVOICE_BOOKED',
      amount: 0n,
      facts: { net: [{ rate: '25', amount: '-25' }], vat: [{ rate: '25', amount: '25' }] },
    },
    client: 'REVENUE_25 25, VAT_OUT_25 -25',
  },
  {
    rule: 'P10',
    of: 'the same on a credit note',
    input: {
      type: 'CREDIT_BOOKED',
      amount: 0n,
      facts: { net: [{ rate: '25', amount: '-25' }], vat: [{ rate: '25', amount: '25' }] },
    },
    client: 'REVENUE_25 -25, VAT_OUT_25 25',
  },
  {
    rule: 'P1',
    of: 'an invoice of late interest',
    input: {
      type: 'INVOICE_BOOKED',
      amount: 900n,
      facts: { sells: 'INTEREST', net: [{ rate: '0', amount: '900' }] },
    },
    client: 'AR 900, LATE_INT_REV -900',
  },
  {
    rule: 'P1',
    of: 'an invoice of fees',
    input: {
      type: 'INVOICE_BOOKED',
      amount: 6000n,
      facts: { sells: 'FEE', net: [{ rate: '0', amount: '6000' }] },
    },
    client: 'AR 6000, REMINDER_REV -6000',
  },
  {
    rule: 'P30',
    of: 'a loss by two rates on a claim that is serviced',
    input: { type: 'FX_DIFFERENCE', amount: -1500n, facts: { variant: 'SERVICED' } },
    client: 'AR -1500, FX_LOSS 1500',
  },
  {
    rule: 'P30',
    of: 'a gain by two rates on a claim that is bought',
    input: { type: 'FX_DIFFERENCE', amount: 1500n, facts: { variant: 'FINANCED' } },
    tenant: 'AR_PURCHASED 1500, FX_GAIN -1500',
  },
  ...exchangeCases,
  {
    rule: 'P2',
    of: 'a payment that came in',
    input: { type: 'PAYMENT', amount: 0n, facts: { variant: 'RECEIVED', amount: '1250000' } },
    tenant: 'BANK 1250000, UNALLOCATED -1250000',
  },
  {
    rule: 'P3',
    of: 'a payment on a claim that is serviced',
    input: {
      type: 'PAYMENT',
      amount: -1_250_000n,
      facts: { variant: 'SERVICED', amount: '1250000' },
    },
    tenant: 'UNALLOCATED 1250000, CLIENT_PAYABLE -1250000',
    client: 'CLEARING 1250000, AR -1250000',
    movements: 'MAIN PAYMENT 1250000',
  },
  {
    rule: 'P3',
    of: 'the same, taken back',
    input: {
      type: 'PAYMENT_REVERT',
      amount: 1_250_000n,
      facts: { variant: 'SERVICED', amount: '1250000' },
    },
    tenant: 'UNALLOCATED -1250000, CLIENT_PAYABLE 1250000',
    client: 'CLEARING -1250000, AR 1250000',
    movements: 'MAIN PAYMENT -1250000',
  },
  {
    rule: 'P11',
    of: 'a payment of costs, which are the tenant’s own',
    input: {
      type: 'PAYMENT',
      amount: -6000n,
      facts: { variant: 'COSTS', amount: '6000', role: 'AR_FEES' },
    },
    tenant: 'UNALLOCATED 6000, AR_FEES -6000',
    client: '',
    movements: '',
  },
  {
    rule: 'P18',
    of: 'what is left of a serviced claim within the tolerance',
    input: { type: 'ROUNDING', amount: -500n, facts: { variant: 'SERVICED' } },
    tenant: '',
    client: 'ROUNDING 500, AR -500',
    movements: '',
  },
  {
    rule: 'P18',
    of: 'the same of a bought one',
    input: { type: 'ROUNDING', amount: -500n, facts: { variant: 'FINANCED' } },
    tenant: 'ROUNDING 500, AR_PURCHASED -500',
    client: '',
    movements: '',
  },
  {
    rule: 'P20',
    of: 'a payment to the client, whose claim it is',
    input: { type: 'DIRECT_PAYMENT', amount: -1_250_000n, facts: { variant: 'SERVICED' } },
    client: 'BANK 1250000, AR -1250000',
  },
  {
    rule: 'P20f',
    of: 'a payment to the client on what it has sold',
    input: { type: 'DIRECT_PAYMENT', amount: -1_250_000n, facts: { variant: 'FINANCED' } },
    tenant: 'CLIENT_PAYABLE 1250000, AR_PURCHASED -1250000',
    client: 'BANK 1250000, CLEARING -1250000',
    movements: 'MAIN DIRECT_PAYMENT -1250000',
  },
  {
    rule: 'P9',
    of: 'a return that has left the bank',
    input: { type: 'OVERPAYMENT', amount: 0n, facts: { variant: 'CONFIRMED', amount: '10000' } },
    tenant: 'IN_TRANSIT 10000, BANK -10000',
  },
  ...refundCases,
  ...loanCases,
  {
    rule: 'P4',
    of: 'a payout on its way',
    input: { type: 'PAYOUT_BOOKED', amount: 0n, facts: { variant: 'SENT', amount: '500' } },
    tenant: 'CLIENT_PAYABLE 500, IN_TRANSIT -500',
    movements: 'MAIN PAYOUT -500',
  },
  {
    rule: 'P4',
    of: 'a payout that the bank confirmed',
    input: { type: 'PAYOUT_BOOKED', amount: 0n, facts: { variant: 'CONFIRMED', amount: '500' } },
    tenant: 'IN_TRANSIT 500, BANK -500',
    client: 'BANK 500, CLEARING -500',
  },
  {
    rule: 'P4r',
    of: 'a payout that was rejected on its way',
    input: { type: 'PAYOUT_BOOKED', amount: 0n, facts: { variant: 'REJECTED', amount: '500' } },
    tenant: 'CLIENT_PAYABLE -500, IN_TRANSIT 500',
    movements: 'MAIN PAYOUT 500',
  },
  {
    rule: 'P4r',
    of: 'a payout that came back',
    input: { type: 'PAYOUT_BOOKED', amount: 0n, facts: { variant: 'RETURNED', amount: '500' } },
    tenant: 'BANK 500, CLIENT_PAYABLE -500',
    client: 'CLEARING 500, BANK -500',
    movements: 'MAIN PAYOUT 500',
  },
  {
    rule: 'P5',
    of: 'charges that are billed',
    input: {
      type: 'CHARGES_BILLED',
      amount: 0n,
      facts: { variant: 'BILLED', net: '20000', vat: '5000' },
    },
    tenant: 'CLIENT_BILLED_AR 25000, FEE_REV -20000, VAT_OUT_25 -5000',
    client: 'FEE_SERVICE 20000, VAT_IN 5000, CLEARING -25000',
  },
  {
    rule: 'P5',
    of: 'charges that are set off at once',
    input: {
      type: 'CHARGES_BILLED',
      amount: 0n,
      facts: { variant: 'SET_OFF', net: '20000', vat: '5000' },
    },
    tenant:
      'CLIENT_BILLED_AR 25000, FEE_REV -20000, VAT_OUT_25 -5000, CLIENT_PAYABLE 25000, CLIENT_BILLED_AR -25000',
    client: 'FEE_SERVICE 20000, VAT_IN 5000, CLEARING -25000',
    movements: 'MAIN FEE -25000',
  },
  {
    rule: 'P6',
    of: 'a claim that is bought',
    input: { type: 'FINANCED', amount: 0n, facts: financed },
    tenant:
      'AR_PURCHASED 1250000, CLIENT_PAYABLE -1125000, RESERVE -125000, CLIENT_PAYABLE 31250, FIN_REV -25000, VAT_OUT_25 -6250',
    client:
      'CLEARING 1125000, CLEARING_RESERVE 125000, AR -1250000, FEE_FACTORING 25000, VAT_IN 6250, CLEARING -31250',
    movements: 'MAIN FINANCED 1125000, RESERVE RESERVE_HELD 125000, MAIN FEE -31250',
  },
  {
    rule: 'P6',
    of: 'a claim that is bought whole and for nothing',
    input: {
      type: 'FINANCED',
      amount: 0n,
      facts: { gross: '100', advance: '100', reserve: '0', commission: '0', commissionVat: '0' },
    },
    tenant: 'AR_PURCHASED 100, CLIENT_PAYABLE -100',
    client: 'CLEARING 100, AR -100',
    movements: 'MAIN FINANCED 100',
  },
  {
    rule: 'P7',
    of: 'a payment on a bought claim',
    input: { type: 'PAYMENT', amount: -100n, facts: { variant: 'FINANCED', amount: '100' } },
    tenant: 'UNALLOCATED 100, AR_PURCHASED -100',
  },
  {
    rule: 'P7',
    of: 'the reserve that is released then',
    input: { type: 'RESERVE_RELEASED', amount: 0n, facts: { amount: '125000' } },
    tenant: 'RESERVE 125000, CLIENT_PAYABLE -125000',
    client: 'CLEARING 125000, CLEARING_RESERVE -125000',
    movements: 'RESERVE RESERVE_RELEASED -125000, MAIN RESERVE_RELEASED 125000',
  },
  {
    rule: 'P16',
    of: 'a claim that becomes doubtful',
    input: { type: 'DOUBTFUL', amount: 0n, facts: { ...lossOf, variant: 'DOUBTFUL' } },
    client: 'AR_DOUBTFUL 12500, AR -12500, PROVISION_COST 10000, PROVISION -10000',
  },
  {
    rule: 'P16',
    of: 'one that is doubtful no more',
    input: { type: 'DOUBTFUL', amount: 0n, facts: { ...lossOf, variant: 'REVOKED' } },
    client: 'AR_DOUBTFUL -12500, AR 12500, PROVISION_COST -10000, PROVISION 10000',
  },
  {
    rule: 'P25',
    of: 'a bought claim that is sold on to a financier',
    input: { type: 'REFINANCED', amount: 0n, facts: { variant: 'SOLD', amount: '1000' } },
    tenant: 'SETTLEMENT 1000, AR_PURCHASED -1000',
  },
  {
    rule: 'P25',
    of: 'what comes back from the financier',
    input: { type: 'REFINANCED', amount: 0n, facts: { variant: 'REPAID', amount: '400' } },
    tenant: 'SETTLEMENT -400, AR_PURCHASED 400',
  },
  {
    rule: 'P8',
    of: 'recourse',
    input: {
      type: 'RECOURSE',
      amount: 0n,
      facts: { open: '1250000', fromReserve: '125000', fromClient: '1125000' },
    },
    tenant: 'RESERVE 125000, CLIENT_PAYABLE 1125000, AR_PURCHASED -1250000',
    client: 'AR 1250000, CLEARING -1125000, CLEARING_RESERVE -125000',
    movements: 'RESERVE RECOURSE -125000, MAIN RECOURSE -1125000',
  },
  {
    rule: 'P8',
    of: 'recourse on less than what is held back',
    input: {
      type: 'RECOURSE',
      amount: 0n,
      facts: { open: '100', fromReserve: '100', fromClient: '0' },
    },
    tenant: 'RESERVE 100, AR_PURCHASED -100',
    client: 'AR 100, CLEARING_RESERVE -100',
    movements: 'RESERVE RECOURSE -100',
  },
  {
    rule: 'P9',
    of: 'an overpayment that waits for its place',
    input: { type: 'OVERPAYMENT', amount: 0n, facts: { variant: 'UNPLACED', amount: '100' } },
  },
  {
    rule: 'P9',
    of: 'an overpayment that is sent back',
    input: { type: 'OVERPAYMENT', amount: 0n, facts: { variant: 'RETURNED', amount: '100' } },
    tenant: 'UNALLOCATED 100, IN_TRANSIT -100',
  },
  {
    rule: 'P9',
    of: 'an overpayment within tolerance',
    input: { type: 'OVERPAYMENT', amount: 0n, facts: { variant: 'KEPT', amount: '100' } },
    tenant: 'UNALLOCATED 100, ROUNDING -100',
  },
  {
    rule: 'P10f',
    of: 'a credit note against a bought claim',
    input: {
      type: 'DILUTION',
      amount: 0n,
      facts: { amount: '1250000', fromReserve: '125000', fromClient: '1125000' },
    },
    tenant: 'RESERVE 125000, CLIENT_PAYABLE 1125000, AR_PURCHASED -1250000',
    client: 'AR 1250000, CLEARING -1125000, CLEARING_RESERVE -125000',
    movements: 'RESERVE DILUTION -125000, MAIN DILUTION -1125000',
  },
  {
    rule: 'P19',
    of: 'a transfer into the reserve',
    input: {
      type: 'TRANSFER',
      amount: 0n,
      facts: { fromAccountId: 'main', toAccountId: 'reserve', amount: '7' },
    },
    tenant: 'CLIENT_PAYABLE 7, RESERVE -7',
    client: 'CLEARING_RESERVE 7, CLEARING -7',
    movements: 'main TRANSFER_OUT -7, reserve TRANSFER_IN 7',
  },
  {
    rule: 'P19',
    of: 'a transfer that the client’s book does not see',
    input: {
      type: 'TRANSFER',
      amount: 0n,
      facts: { fromAccountId: 'main', toAccountId: 'blocked', amount: '7' },
    },
    tenant: 'CLIENT_PAYABLE 7, CLIENT_PAYABLE -7',
    movements: 'main TRANSFER_OUT -7, blocked TRANSFER_IN 7',
  },
  ...settlementCases,
  ...Object.entries(counterRoles).map(([counterRole, mirrored]): Case => ({
    rule: 'P19',
    of: `a transaction by hand against ${counterRole}`,
    input: {
      type: 'MANUAL_TRANSACTION',
      amount: 0n,
      facts: { clientAccountId: 'main', amount: '-7', counterRole },
    },
    tenant: `${counterRole} -7, CLIENT_PAYABLE 7`,
    client: `CLEARING -7, ${mirrored} 7`,
    movements: 'main MANUAL -7',
  })),
]
