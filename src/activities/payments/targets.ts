import type { Component } from '../../domain/bookkeeping/ledger.ts'
import { isIdOf } from '../../domain/id-forms.ts'
import type { Payable } from '../../domain/payments/placing.ts'
import { ClientAccount } from '../../entities/client-account.ts'
import { FinancialEvent } from '../../entities/financial-event.ts'
import { idPrefixes } from '../../entities/ids.ts'
import type { PaymentLink } from '../../entities/payment-link.ts'
import type { PaymentTransaction } from '../../entities/payment-transaction.ts'
import { SettlementAccount } from '../../entities/settlement-account.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { EventDraft } from '../bookkeeping/book.ts'
import type { OpenDays } from './booking-days.ts'

/** What takes money and is no invoice: a loan, or an account of whom the tenant settles with. */
export interface Target extends Payable {
  type: Exclude<PaymentLink['claimType'], 'INVOICE'>
  clientId: string | null
  /** What it takes whichever day the money counts on. */
  due: bigint | null
  /** What is booked as money of a payment is put on it. */
  place(placed: PlacedOn): EventDraft[]
  /** Refuses where that is taken off no more. */
  guardTakenOff(booked: readonly FinancialEvent[]): void
  /** What goes before the mirror of what was booked. */
  takeOff(booked: readonly FinancialEvent[]): EventDraft[]
}

interface PlacedOn {
  payment: PaymentTransaction
  link: PaymentLink
  days: OpenDays
}

export type Targets = ReadonlyMap<string, Target>

const isOf = (kind: keyof typeof idPrefixes, id: string) => isIdOf(idPrefixes[kind], id)

/** What of these ids are claims on invoices. */
export const isInvoice = (id: string): boolean => isOf('Invoice', id)
export const isClientAccount = (id: string): boolean => isOf('ClientAccount', id)
export const isSettlementAccount = (id: string): boolean => isOf('SettlementAccount', id)

/** Those that the caller sees; loans are held, and accounts by what is booked on them. */
export async function holdTargets(unit: Unit, ids: readonly string[]): Promise<Targets> {
  const others = ids.filter((id) => !isInvoice(id))
  if (others.length === 0) return new Map()
  const of = (is: (id: string) => boolean) => others.filter(is)
  const today = await unit.today()
  const loanIds = of((id) => isOf('BusinessLoan', id))
  const loans =
    loanIds.length === 0 ? [] : await unit.runtime.registered.loanPayments(unit, loanIds)
  const own = await unit.readEach(ClientAccount, 'id = any($2)', [of(isClientAccount)])
  const settled = await unit.readEach(SettlementAccount, 'id = any($2)', [of(isSettlementAccount)])
  return new Map<string, Target>([
    ...own.map((account) => [account.id, onClientAccount(account, today)] as const),
    ...settled.map((account) => [account.id, onSettlement(account, today)] as const),
    ...[...loans].map(([id, loan]): [string, Target] => [
      id,
      {
        ...loan,
        type: 'BUSINESS_LOAN',
        place: ({ payment, link, days }) =>
          loan.pay({
            amount: link.amount,
            came: payment.bookDate,
            opened: (day) => days.placed(loan.clientId, day),
            draft: (component) => draftOn(payment, link, component),
          }),
      },
    ]),
  ])
}

const takesAny = { open: null, due: null, guardTakenOff: () => undefined, takeOff: () => [] }

function onClientAccount(account: ClientAccount, today: string): Target {
  const { id: clientAccountId, clientId, currency, type } = account
  return {
    ...takesAny,
    type: 'CLIENT_ACCOUNT',
    clientId,
    currency,
    obstacle: type === 'RESERVE' ? 'What it holds is of claims' : null,
    place({ payment, link, days }) {
      const draft = draftOn(payment, link, 'account')
      return [
        {
          ...draft,
          type: 'MANUAL_TRANSACTION',
          clientId,
          bookDate: days.placed(clientId, today),
          facts: { ...draft.facts, variant: 'PAID', clientAccountId },
        },
      ]
    },
  }
}

function onSettlement(account: SettlementAccount, today: string): Target {
  const { currency, counterpartyType, counterpartyCode = null } = account
  return {
    ...takesAny,
    type: 'SETTLEMENT_ACCOUNT',
    clientId: null,
    currency,
    obstacle: null,
    place({ payment, link, days }) {
      const draft = draftOn(payment, link, 'account')
      return [
        {
          ...draft,
          type: 'SETTLEMENT',
          bookDate: days.received(today),
          facts: { ...draft.facts, variant: 'PAID', counterpartyType, counterpartyCode },
        },
      ]
    },
  }
}

export const paymentKey = (id: string) => `payment/${id}`
const linkKey = (id: string, part: Component | 'account') => `payment-link/${id}/${part}`

/** What is the same of all that a part of a payment books on what is no invoice. */
function draftOn(payment: PaymentTransaction, link: PaymentLink, part: Component | 'account') {
  const { payerName } = payment
  return {
    amount: 0n,
    currency: link.currency,
    valueDate: payment.valueDate,
    sourceKey: linkKey(link.id, part),
    sourceType: 'PaymentLink',
    sourceId: link.id,
    text: `Payment${payerName == null ? '' : ` from ${payerName}`}`,
    facts: {
      linkId: link.id,
      paymentId: payment.id,
      amount: `${link.amount}`,
      takes: paymentKey(payment.id),
    },
  }
}

const parts = ['account', 'CAPITAL', 'CREDIT_INTEREST', 'NOTICE_FEE'] as const

/** What links to these have booked, and what is booked before it is taken off them. */
export async function bookedOnTargets(
  unit: Unit,
  links: readonly PaymentLink[],
): Promise<ReadonlyMap<string, readonly FinancialEvent[]>> {
  const keys = links.flatMap(({ id }) => parts.map((part) => linkKey(id, part)))
  const events =
    keys.length === 0 ? [] : await unit.readEach(FinancialEvent, 'source_key = any($2)', [keys])
  const standing = events.filter(({ reversedById }) => reversedById == null)
  return Map.groupBy(standing, ({ sourceId }) => sourceId)
}
