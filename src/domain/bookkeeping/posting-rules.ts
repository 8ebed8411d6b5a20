import { sum } from '../money.ts'
import { refuse } from '../refusal.ts'
import { chartRole, counterRoles, revenueOf, roleOfRate, rolesOfClientAccount } from './chart.ts'
import { doubtful } from './doubtful.ts'
import {
  exchanged,
  fxOfServiced,
  fxOfTenant,
  leftBank,
  overpaymentTo,
  paidBack,
  paidCosts,
  paidFinanced,
  paidServiced,
  paidToClient,
  paidToSeller,
  received,
  roundedOff,
  roundedOffBought,
} from './payment-rules.ts'
import {
  interestPaid,
  lent,
  lateLoanInterest,
  loanFeePaid,
  loanInterest,
  loanInterestWrittenOff,
  loanWrittenOff,
  lostInterestPaid,
  lostLoanPaid,
  principalRepaid,
  setupFee,
} from './loan-rules.ts'
import type { FinancialEventType, OwnerType } from './ledger.ts'
import { keptByFinancier, settled, settledByPayment, soldOn } from './settlement.ts'
import {
  credit,
  debit,
  fact,
  main,
  reserve,
  type Movement,
  type RuleInput,
  type RuleLine,
} from './rule-lines.ts'

export interface Derived {
  rule: string
  tenant: RuleLine[]
  client: RuleLine[]
  movements: Movement[]
  /** Sales are left out of a client's book where their own system has booked them. */
  isSale: boolean
}

interface PostingRule {
  rule: string
  type: FinancialEventType
  /** The variant, if a type is booked in several ways: `facts.variant`. */
  variant?: string
  isSale?: true
  derive: (input: RuleInput) => Partial<Pick<Derived, 'tenant' | 'client' | 'movements'>>
}

/** The catalogue: what each event means in the tenant's book, the client's, and their accounts. */
export const postingRules: readonly PostingRule[] = [
  { rule: 'P1', type: 'INVOICE_BOOKED', isSale: true, derive: sale },
  { rule: 'P2', type: 'PAYMENT', variant: 'RECEIVED', derive: received },
  { rule: 'P3', type: 'PAYMENT', variant: 'SERVICED', derive: paidServiced },
  { rule: 'P3', type: 'PAYMENT_REVERT', variant: 'SERVICED', derive: reverting(paidServiced) },
  { rule: 'P11', type: 'PAYMENT', variant: 'COSTS', derive: paidCosts },
  { rule: 'P18', type: 'ROUNDING', variant: 'SERVICED', derive: roundedOff },
  { rule: 'P18', type: 'ROUNDING', variant: 'FINANCED', derive: roundedOffBought },
  { rule: 'P4', type: 'PAYOUT_BOOKED', variant: 'SENT', derive: payoutSent },
  { rule: 'P4', type: 'PAYOUT_BOOKED', variant: 'CONFIRMED', derive: payoutConfirmed },
  { rule: 'P4r', type: 'PAYOUT_BOOKED', variant: 'REJECTED', derive: reverting(payoutSent) },
  { rule: 'P4r', type: 'PAYOUT_BOOKED', variant: 'RETURNED', derive: payoutReturned },
  { rule: 'P5', type: 'CHARGES_BILLED', variant: 'SET_OFF', derive: chargesSetOff },
  { rule: 'P5', type: 'CHARGES_BILLED', variant: 'BILLED', derive: chargesBilled },
  { rule: 'P6', type: 'FINANCED', derive: financed },
  { rule: 'P7', type: 'PAYMENT', variant: 'FINANCED', derive: paidFinanced },
  { rule: 'P7', type: 'PAYMENT_REVERT', variant: 'FINANCED', derive: reverting(paidFinanced) },
  { rule: 'P7', type: 'RESERVE_RELEASED', derive: reserveReleased },
  { rule: 'P8', type: 'RECOURSE', derive: givenBack('open', 'RECOURSE') },
  { rule: 'P9', type: 'OVERPAYMENT', variant: 'UNPLACED', derive: () => ({}) },
  { rule: 'P9', type: 'OVERPAYMENT', variant: 'RETURNED', derive: overpaymentTo('IN_TRANSIT') },
  { rule: 'P9', type: 'OVERPAYMENT', variant: 'CONFIRMED', derive: leftBank },
  { rule: 'P9', type: 'OVERPAYMENT', variant: 'KEPT', derive: overpaymentTo('ROUNDING') },
  { rule: 'P10', type: 'CREDIT_BOOKED', isSale: true, derive: sale },
  { rule: 'P10f', type: 'DILUTION', derive: givenBack('amount', 'DILUTION') },
  { rule: 'P10r', type: 'REFUND', derive: paidBack },
  { rule: 'P10r', type: 'PAYOUT_BOOKED', variant: 'PAID_BACK', derive: leftBank },
  { rule: 'P16', type: 'DOUBTFUL', variant: 'DOUBTFUL', isSale: true, derive: doubtful },
  { rule: 'P16', type: 'DOUBTFUL', variant: 'REVOKED', isSale: true, derive: reverting(doubtful) },
  { rule: 'P20', type: 'DIRECT_PAYMENT', variant: 'SERVICED', derive: paidToClient },
  { rule: 'P20f', type: 'DIRECT_PAYMENT', variant: 'FINANCED', derive: paidToSeller },
  { rule: 'P25', type: 'REFINANCED', variant: 'SOLD', derive: soldOn },
  { rule: 'P25', type: 'REFINANCED', variant: 'REPAID', derive: reverting(soldOn) },
  { rule: 'P25', type: 'REFINANCED', variant: 'FEE', derive: keptByFinancier },
  { rule: 'P29', type: 'SETTLEMENT', variant: 'PAID', derive: settledByPayment },
  { rule: 'P29', type: 'SETTLEMENT', derive: settled },
  { rule: 'P30', type: 'FX_DIFFERENCE', variant: 'SERVICED', isSale: true, derive: fxOnSale },
  { rule: 'P30', type: 'FX_DIFFERENCE', variant: 'FINANCED', derive: fxOnBought },
  { rule: 'P30', type: 'PAYMENT', variant: 'EXCHANGED', derive: exchanged },
  { rule: 'P30', type: 'FX_DIFFERENCE', variant: 'PAID_SERVICED', derive: fxOfServiced },
  { rule: 'P30', type: 'FX_DIFFERENCE', variant: 'PAID_TENANT', derive: fxOfTenant },
  { rule: 'P19', type: 'TRANSFER', derive: transfer },
  { rule: 'P21', type: 'LOAN_DISBURSED', derive: lent },
  { rule: 'P21', type: 'LOAN_FEE', variant: 'SETUP', derive: setupFee },
  { rule: 'P23', type: 'LOAN_FEE', variant: 'ADDED', derive: () => ({}) },
  { rule: 'P22', type: 'LOAN_INTEREST', variant: 'LATE', derive: lateLoanInterest },
  { rule: 'P22', type: 'LOAN_INTEREST', derive: loanInterest },
  { rule: 'P23', type: 'INSTALMENT_PAID', variant: 'CAPITAL', derive: principalRepaid },
  { rule: 'P23', type: 'INSTALMENT_PAID', variant: 'CREDIT_INTEREST', derive: interestPaid },
  { rule: 'P23', type: 'INSTALMENT_PAID', variant: 'NOTICE_FEE', derive: loanFeePaid },
  { rule: 'P24', type: 'WRITE_OFF_CAPITAL', derive: loanWrittenOff },
  { rule: 'P24', type: 'WRITE_OFF_INTEREST', derive: loanInterestWrittenOff },
  { rule: 'P24', type: 'INSTALMENT_PAID', variant: 'LOST_CAPITAL', derive: lostLoanPaid },
  { rule: 'P24', type: 'INSTALMENT_PAID', variant: 'LOST_INTEREST', derive: lostInterestPaid },
  { rule: 'P19', type: 'MANUAL_TRANSACTION', variant: 'PAID', derive: paidIn },
  { rule: 'P19', type: 'MANUAL_TRANSACTION', derive: manualTransaction },
]

const byType = Map.groupBy(postingRules, ({ type }) => type)

/** The lines of an event in both books; none without a rule. Lines of zero are left out. */
export function derive(input: RuleInput): Derived {
  const { type, facts } = input
  const rule = byType
    .get(type)
    ?.find(({ variant }) => variant === undefined || variant === facts['variant'])
  const lines = rule?.derive(input) ?? {}
  const moving = <T extends { amount: bigint }>(all: readonly T[] = []) =>
    all.filter(({ amount }) => amount !== 0n)
  const derived: Derived = {
    rule: rule?.rule ?? '',
    tenant: moving(lines.tenant),
    client: moving(lines.client),
    movements: moving(lines.movements),
    isSale: rule?.isSale ?? false,
  }
  for (const book of [derived.tenant, derived.client]) {
    if (sum(book.map(({ amount }) => amount)) !== 0n) {
      throw new Error(
        `${derived.rule} does not balance: the facts of ${type} contradict themselves`,
      )
    }
  }
  return derived
}

interface RatePart {
  rate: string
  amount: string
  accountNumber?: string
  costCentre?: string
  project?: string
}

/** P1, and P10 as its mirror: the parts of an invoice and of a credit note are both positive. */
function sale({ type, amount, facts }: RuleInput) {
  const net = (facts['net'] ?? []) as RatePart[]
  const vat = (facts['vat'] ?? []) as RatePart[]
  const rounding = facts['rounding'] === undefined ? 0n : fact(facts, 'rounding')
  const sign = type === 'CREDIT_BOOKED' ? -1n : 1n
  const special = revenueOf[String(facts['sells'])]
  const lines = [
    debit('AR', amount),
    ...net.map(({ rate, amount: of, accountNumber, costCentre, project }) =>
      credit(special ?? chartRole('CLIENT', roleOfRate('REVENUE', rate)), sign * BigInt(of), {
        ...(accountNumber !== undefined && { accountNumber }),
        ...(costCentre !== undefined && { costCentre }),
        ...(project !== undefined && { project }),
      }),
    ),
    ...vat.map(({ rate, amount: of }) =>
      credit(chartRole('CLIENT', roleOfRate('VAT_OUT', rate)), sign * BigInt(of)),
    ),
    credit('ROUNDING', sign * rounding),
  ]
  return { client: lines }
}

function reserveReleased({ facts }: RuleInput) {
  const amount = fact(facts, 'amount')
  const type = 'RESERVE_RELEASED' as const
  return {
    tenant: [debit('RESERVE', amount, reserve), credit('CLIENT_PAYABLE', amount, main)],
    client: [debit('CLEARING', amount), credit('CLEARING_RESERVE', amount)],
    movements: [
      { ...reserve, type, amount: -amount },
      { ...main, type, amount },
    ],
  }
}

function payoutSent({ facts }: RuleInput) {
  const amount = fact(facts, 'amount')
  return {
    tenant: [debit('CLIENT_PAYABLE', amount, main), credit('IN_TRANSIT', amount)],
    movements: [{ ...main, type: 'PAYOUT' as const, amount: -amount }],
  }
}

/** Only now the client has the money; until then its book shows it as in transit. */
function payoutConfirmed({ facts }: RuleInput) {
  const amount = fact(facts, 'amount')
  return {
    tenant: [debit('IN_TRANSIT', amount), credit('BANK', amount)],
    client: [debit('BANK', amount), credit('CLEARING', amount)],
  }
}

/** Money that came back after the bank had confirmed it. */
function payoutReturned({ facts }: RuleInput) {
  const amount = fact(facts, 'amount')
  return {
    tenant: [debit('BANK', amount), credit('CLIENT_PAYABLE', amount, main)],
    client: [debit('CLEARING', amount), credit('BANK', amount)],
    movements: [{ ...main, type: 'PAYOUT' as const, amount }],
  }
}

function chargesBilled({ facts }: RuleInput) {
  const [net, vat] = [fact(facts, 'net'), fact(facts, 'vat')]
  const usual = [{ rate: facts['vatRate'] ?? '25', vat }]
  const vats = (facts['vats'] ?? usual) as readonly { rate: unknown; vat: string | bigint }[]
  const ofRates = vats.map(({ rate, vat: of }) =>
    credit(chartRole('TENANT', roleOfRate('VAT_OUT', rate)), BigInt(of)),
  )
  return {
    tenant: [debit('CLIENT_BILLED_AR', net + vat), credit('FEE_REV', net), ...ofRates],
    client: [debit('FEE_SERVICE', net), debit('VAT_IN', vat), credit('CLEARING', net + vat)],
  }
}

/** Billed, and taken from the client account at once. */
function chargesSetOff(input: RuleInput) {
  const billed = chargesBilled(input)
  const amount = fact(input.facts, 'net') + fact(input.facts, 'vat')
  const setOff = [debit('CLIENT_PAYABLE', amount, main), credit('CLIENT_BILLED_AR', amount)]
  return {
    tenant: [...billed.tenant, ...setOff],
    client: billed.client,
    movements: [{ ...main, type: 'FEE' as const, amount: -amount }],
  }
}

function financed({ facts }: RuleInput) {
  const gross = fact(facts, 'gross')
  const advance = fact(facts, 'advance')
  const held = fact(facts, 'reserve')
  const [commission, vat] = [fact(facts, 'commission'), fact(facts, 'commissionVat')]
  const fee = commission + vat
  const vatRole = chartRole('TENANT', roleOfRate('VAT_OUT', facts['vatRate'] ?? '25'))
  return {
    tenant: [
      debit('AR_PURCHASED', gross),
      credit('CLIENT_PAYABLE', advance, main),
      credit('RESERVE', held, reserve),
      debit('CLIENT_PAYABLE', fee, main),
      credit('FIN_REV', commission),
      credit(vatRole, vat),
    ],
    client: [
      debit('CLEARING', advance),
      debit('CLEARING_RESERVE', held),
      credit('AR', gross),
      debit('FEE_FACTORING', commission),
      debit('VAT_IN', vat),
      credit('CLEARING', fee),
    ],
    movements: [
      { ...main, type: 'FINANCED' as const, amount: advance },
      { ...reserve, type: 'RESERVE_HELD' as const, amount: held },
      { ...main, type: 'FEE' as const, amount: -fee },
    ],
  }
}

/** A bought claim goes back to the client: by recourse, or because it was credited. */
function givenBack(name: 'open' | 'amount', type: 'RECOURSE' | 'DILUTION') {
  return ({ facts }: RuleInput) => {
    const whole = fact(facts, name)
    const fromReserve = fact(facts, 'fromReserve')
    const fromClient = fact(facts, 'fromClient')
    return {
      tenant: [
        debit('RESERVE', fromReserve, reserve),
        debit('CLIENT_PAYABLE', fromClient, main),
        credit('AR_PURCHASED', whole),
      ],
      client: [
        debit('AR', whole),
        credit('CLEARING', fromClient),
        credit('CLEARING_RESERVE', fromReserve),
      ],
      movements: [
        { ...reserve, type, amount: -fromReserve },
        { ...main, type, amount: -fromClient },
      ],
    }
  }
}

/** The owner of the claim bears the difference of two rates; below zero it is a loss. */
const difference = (role: string, amount: bigint) => [
  debit(role, amount),
  credit(amount < 0n ? 'FX_LOSS' : 'FX_GAIN', amount),
]

function fxOnSale({ amount }: RuleInput) {
  return { client: difference('AR', amount) }
}

function fxOnBought({ amount }: RuleInput) {
  return { tenant: difference('AR_PURCHASED', amount) }
}

function transfer({ facts, typeOf }: RuleInput) {
  const amount = fact(facts, 'amount')
  const from = { id: String(facts['fromAccountId']) }
  const to = { id: String(facts['toAccountId']) }
  const fromRoles = rolesOf(from, typeOf)
  const toRoles = rolesOf(to, typeOf)
  const sameInClient = fromRoles.client === toRoles.client
  return {
    tenant: [
      debit(fromRoles.tenant, amount, { clientAccount: from }),
      credit(toRoles.tenant, amount, { clientAccount: to }),
    ],
    client: sameInClient ? [] : [debit(toRoles.client, amount), credit(fromRoles.client, amount)],
    movements: [
      { clientAccount: from, type: 'TRANSFER_OUT' as const, amount: -amount },
      { clientAccount: to, type: 'TRANSFER_IN' as const, amount },
    ],
  }
}

function manualTransaction({ facts, typeOf }: RuleInput) {
  const amount = fact(facts, 'amount')
  const account = { id: String(facts['clientAccountId']) }
  const counterRole = String(facts['counterRole'])
  const mirrorRole = counterRoles[counterRole]
  if (mirrorRole === undefined) {
    refuse('ACCOUNT_MISSING', { detail: `Nothing is booked by hand against ${counterRole}.` })
  }
  const roles = rolesOf(account, typeOf)
  return {
    tenant: [debit(counterRole, amount), credit(roles.tenant, amount, { clientAccount: account })],
    client: [debit(roles.client, amount), credit(mirrorRole, amount)],
    movements: [{ clientAccount: account, type: 'MANUAL' as const, amount }],
  }
}

/** Money that the client itself has sent, onto an account of its. */
function paidIn({ facts, typeOf }: RuleInput) {
  const amount = fact(facts, 'amount')
  const account = { id: String(facts['clientAccountId']) }
  const roles = rolesOf(account, typeOf)
  return {
    tenant: [
      debit('UNALLOCATED', amount),
      credit(roles.tenant, amount, { clientAccount: account }),
    ],
    client: [debit(roles.client, amount), credit('BANK', amount)],
    movements: [{ clientAccount: account, type: 'PAYMENT' as const, amount }],
  }
}

function rolesOf(account: { id: string }, typeOf: RuleInput['typeOf']) {
  const type = typeOf?.(account.id)
  if (type === undefined) refuse('ACCOUNT_MISSING', { detail: `No client account ${account.id}.` })
  return rolesOfClientAccount(type)
}

type Lines = Partial<Pick<Derived, 'tenant' | 'client' | 'movements'>>

/** The same with every sign turned. */
function reverting(rule: PostingRule['derive']): PostingRule['derive'] {
  const turned = <T extends { amount: bigint }>(all: readonly T[] = []) =>
    all.map((one) => ({ ...one, amount: -one.amount }))
  return (input): Lines => {
    const { tenant, client, movements } = rule(input)
    return { tenant: turned(tenant), client: turned(client), movements: turned(movements) }
  }
}

/** The book that derived lines belong to. */
export function booksOf(derived: Derived): [OwnerType, RuleLine[]][] {
  const books: [OwnerType, RuleLine[]][] = [
    ['TENANT', derived.tenant],
    ['CLIENT', derived.client],
  ]
  return books.filter(([, lines]) => lines.length > 0)
}
