import type { IdKind } from '../../src/entities/ids.ts'
import { bookedClient } from '../support/booked-client.ts'
import { swedishNumber } from '../support/swedish-number.ts'
import type { Values } from '../support/rows.ts'
import type { GivenCall } from './given.ts'
import type { Stage } from './stage.ts'

const terms = {
  currency: 'SEK',
  loanType: 'INSTALMENT',
  amortization: 'ANNUITY',
  rate: '12',
  dayCount: 'THIRTY_360',
  setupFee: 0n,
  setupFeePercent: '0',
  instalmentFee: 0n,
  lateFee: 0n,
  instalmentDay: null,
  baseRateCode: null,
  margin: null,
  rateNoticeDays: null,
  noticeDays: null,
  minInstalment: null,
  lateFeeMostPercent: null,
  lateFeesMost: null,
  pauseInterest: null,
  requiresGuarantor: false,
  requiresSignature: false,
} as const

const running = {
  disbursed: 100_000n,
  outstandingPrincipal: 100_000n,
  accruedInterest: 0n,
  feesDue: 0n,
  bearsFrom: '2026-11-01',
  borne: 0n,
  startDate: '2026-11-01',
  maturityDate: '2027-11-01',
} as const

const before = {
  disbursed: 0n,
  outstandingPrincipal: 0n,
  bearsFrom: null,
  startDate: null,
  maturityDate: null,
} as const

/** What profiles and loans must be to be of use: offered, and applied for. */
export const usualOfLoans: Readonly<Partial<Record<IdKind, (n: number) => Values>>> = {
  LoanProfile: () => ({
    ...terms,
    minAmount: 1n,
    maxAmount: 10n ** 14n,
    minTermMonths: 1,
    maxTermMonths: 360,
    active: true,
  }),
  BusinessLoan: () => ({
    ...terms,
    ...running,
    ...before,
    termMonths: 12,
    amountApplied: 100_000n,
    amountApproved: null,
    status: 'APPLICATION',
    decisionStatus: 'READY_FOR_DECISION',
    subStatusId: null,
    nextRate: null,
    nextRateFrom: null,
    writtenOffDate: null,
    pauses: null,
    lateFees: null,
    archivedAt: null,
  }),
  LoanGuarantor: (n) => ({
    countryCode: 'SE',
    identificationNumber: swedishNumber(559_000_000 + n),
    email: null,
    currency: 'SEK',
  }),
  BusinessLoanEvent: () => ({ currency: 'SEK' }),
  BusinessLoanLedgerEvent: () => ({ currency: 'SEK', type: 'INSTALMENT', status: 'PLANNED' }),
}

const idOf = (row: Values) => String(row['id'])

/** What of terms goes together is left out, or nothing. */
const alone = { baseRateCode: undefined, margin: undefined, minInstalment: '0' }

/** A loan of a client with accounts and books. */
async function loanOf(stage: Stage, values: Values): Promise<string> {
  const clientId = stage.clientId ?? (await bookedClient(stage.tenant)).id
  return idOf(await stage.rows.add('business_loan', { clientId, ...values }))
}

const approved = { status: 'APPROVED', decisionStatus: 'DECIDED', amountApproved: 100_000n }
const active = { ...approved, ...running, status: 'ACTIVE' }

const ahead = { from: '2999-01-01', until: '2999-02-28' }

/** One that takes what is sent of it at its word. */
const applied = { amount: '1000', termMonths: 12 }

const archived = (status: string) => async (stage: Stage) => ({
  params: { id: await loanOf(stage, { status }) },
})

export const calculatesLoans: Readonly<Record<string, string>> = {
  'PUT /business-loans/installment/summary': 'calculates a plan',
  'PUT /business-loans/{id}/installment/summary': 'calculates a plan',
}

export const loanCalls: Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>> = {
  'POST /loan-profiles': async () => ({
    body: {
      loanType: 'INSTALMENT',
      amortization: 'STRAIGHT',
      minAmount: '1',
      maxAmount: '1000',
      minTermMonths: 1,
      maxTermMonths: 12,
      setupFee: '0',
      instalmentFee: '0',
      lateFee: '0',
      ...alone,
      currency: 'SEK',
    },
  }),
  'PUT /loan-profiles/{id}': async () => ({
    body: {
      minAmount: '1',
      maxAmount: '1000',
      minTermMonths: 1,
      maxTermMonths: 12,
      setupFee: '0',
      instalmentFee: '0',
      lateFee: '0',
      ...alone,
    },
  }),
  'POST /business-loans': async () => ({
    body: { ...applied, loanNumber: undefined, guarantors: undefined },
  }),
  'PUT /business-loans/{id}': async () => ({
    body: { ...applied, guarantors: undefined, signedDate: undefined },
  }),
  'PUT /business-loans/{id}/profile': async () => ({
    body: { setupFee: '0', instalmentFee: '0', lateFee: '0', ...alone },
  }),
  'PUT /business-loans/{id}/credit-decision/move': async () => ({
    body: { status: 'WAITING', subStatusId: undefined },
  }),
  'PUT /business-loans/{id}/credit-decision/approve': async () => ({ body: applied }),
  'PUT /business-loans/{id}/credit-decision/deny': async ({ rows }) => {
    const { code } = await rows.add('reason_code', { active: true })
    return { body: { reasonCodes: [String(code)] } }
  },
  'PUT /business-loans/{id}/withdraw': async (stage) => ({
    params: { id: await loanOf(stage, approved) },
    body: { amount: '10' },
  }),
  'PUT /business-loans/{id}/pause': async (stage) => ({
    params: { id: await loanOf(stage, active) },
    body: { from: '2999-01-01', until: '2999-02-28', text: undefined },
  }),
  'PUT /business-loans/{id}/resume': async (stage) => ({
    params: { id: await loanOf(stage, { ...active, pauses: [ahead] }) },
  }),
  'PUT /business-loans/{id}/archive/add': archived('CLOSED'),
  'PUT /business-loans/{id}/archive/remove': archived('ARCHIVED'),
  'PUT /business-loans/{id}/installment/summary': async () => ({ body: { repayment: undefined } }),
  'PUT /business-loans/installment/summary': async () => ({
    body: {
      amount: '1000',
      currency: 'SEK',
      loanType: 'INSTALMENT',
      amortization: 'ANNUITY',
      setupFee: '0',
      instalmentFee: '0',
    },
  }),
  'POST /business-loans/{businessLoanId}/financial-events': async (stage) => ({
    params: { businessLoanId: await loanOf(stage, active) },
    body: { type: 'FEE', amount: '10' },
  }),
}

export const loanToWriteOff = async (stage: Stage) => ({
  params: { businessLoanId: await loanOf(stage, active) },
  body: { type: 'WRITE_OFF', amount: undefined },
})
