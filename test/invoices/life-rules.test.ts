import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dilutionOf } from '../../src/domain/factoring/dilution.ts'
import { spread, type Linkable } from '../../src/domain/invoices/credit-links.ts'
import { ledgerStatuses } from '../../src/domain/invoices/invoice.ts'
import { dueDateOf } from '../../src/domain/invoices/invoice-sent.ts'
import {
  storedStatusOf,
  ledgerStatusOf,
  ledgerStatusOn,
  type LedgerFacts,
} from '../../src/domain/invoices/ledger-status.ts'
import type { LedgerEventType } from '../../src/domain/bookkeeping/ledger.ts'
import { guardReversal } from '../../src/domain/invoices/reversal.ts'
import { suspended, lifeOfInvoice, resumed } from '../../src/domain/invoices/transitions.ts'
import { faultsOfInvoice, type ValidationFacts } from '../../src/domain/invoices/validation.ts'
import { sum } from '../../src/domain/money.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { seed } from '../support/seed.ts'

function refusalOf(work: () => unknown): Refusal | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

describe('the main status', () => {
  test('that is refused is pointed at where that is asked', () => {
    const refused = refusalOf(() => lifeOfInvoice.move('CREATED', 'pause', '/debits/0/id'))
    expect(refused?.facts.errors?.[0]).toMatchObject({ pointer: '/debits/0/id' })
  })

  const holding = [
    ['pause', 'ACTIVATED', 'PAUSED'],
    ['stop', 'ACTIVATED', 'STOPPED'],
    ['stop', 'PAUSED', 'STOPPED'],
    ['stop', 'DENIED_FINANCING', 'STOPPED'],
    ['close', 'DENIED_FINANCING', 'CLOSED'],
    ['close', 'STOPPED', 'CLOSED'],
  ] as const
  test.each(holding)('remembers where %s found it: %s', (verb, mainStatus, to) => {
    const now = suspended({ mainStatus }, verb)
    expect(now).toEqual({ mainStatus: to, pausedFrom: mainStatus })
    expect(resumed(now, verb === 'close' ? 'reopen' : 'resume').mainStatus).toBe(mainStatus)
  })

  test('of what was archived is as before it was closed', () => {
    const archived = { mainStatus: 'ARCHIVED', pausedFrom: 'STOPPED' } as const
    expect(resumed(archived, 'reopen')).toEqual({ mainStatus: 'STOPPED', pausedFrom: 'ACTIVATED' })
  })

  test.each([
    ['NONE', 'ACTIVATED'],
    ['DENIED', 'DENIED_FINANCING'],
  ] as const)('is found again behind two holds, with financing %s', (financingStatus, before) => {
    const paused = suspended({ mainStatus: before }, 'pause')
    const stopped = suspended(paused, 'stop')
    const again = resumed({ ...stopped, financingStatus }, 'resume')
    expect(again).toEqual(paused)
    expect(resumed({ ...again, financingStatus }, 'resume').mainStatus).toBe(before)
  })

  test('is found again behind a stop on which it was closed', () => {
    const happened = (...types: readonly LedgerEventType[]) =>
      types.map((type, n) => ({ id: `IL${n}`, type }))
    const closed = { mainStatus: 'CLOSED', pausedFrom: 'STOPPED' } as const
    const before = (...types: readonly LedgerEventType[]) =>
      resumed(closed, 'reopen', happened(...types, 'CLOSED')).pausedFrom
    expect(before('PAUSED', 'STOPPED')).toBe('PAUSED')
    expect(before('STOPPED')).toBe('ACTIVATED')
    expect(before('PAUSED', 'RESUMED', 'STOPPED')).toBe('ACTIVATED')
    expect(before('PAUSED', 'CLOSED', 'RESUMED', 'STOPPED')).toBe('PAUSED')
    expect(before('STOPPED', 'RESUMED', 'PAUSED', 'STOPPED')).toBe('PAUSED')
  })

  test('of what is not held is not released', () => {
    const open = { mainStatus: 'ACTIVATED', pausedFrom: null } as const
    expect(refusalOf(() => resumed(open, 'resume'))?.code).toBe('INVOICE_NOT_PAUSED')
  })
})

describe('the ledger status', () => {
  const claim: LedgerFacts = {
    type: 'INVOICE',
    bookedDate: '2026-11-02',
    balance: 1000n,
    paidAmount: 0n,
    creditedAmount: 0n,
    writtenOffAmount: 0n,
  }
  const cases: [string, Partial<LedgerFacts>, string, string][] = [
    ['nothing is booked', { bookedDate: null }, '2026-11-20', 'NOT_BOOKED'],
    ['the day is to come', {}, '2026-12-01', 'NOT_DUE'],
    ['it is the day', {}, '2026-12-02', 'DUE'],
    ['the day is over', {}, '2026-12-03', 'OVERDUE'],
    ['a part is paid', { balance: 400n, paidAmount: 600n }, '2026-12-02', 'PARTLY_PAID'],
    ['a part is paid late', { balance: 400n, paidAmount: 600n }, '2026-12-03', 'OVERDUE'],
    ['a part is credited', { balance: 400n, creditedAmount: 600n }, '2026-12-01', 'PARTLY_PAID'],
    ['all is paid', { balance: 0n, paidAmount: 1000n }, '2026-12-03', 'PAID'],
    ['all is credited', { balance: 0n, creditedAmount: 1000n }, '2026-12-03', 'CREDITED'],
    ['all is written off', { balance: 0n, writtenOffAmount: 1000n }, '2026-12-03', 'WRITTEN_OFF'],
    ['it was for nothing', { balance: 0n }, '2026-12-03', 'PAID'],
    ['too much is paid', { balance: -5n, paidAmount: 1005n }, '2026-12-03', 'OVERPAID'],
    ['it is a credit note', { type: 'CREDIT_INVOICE', balance: -9n }, '2027-12-03', 'NOT_DUE'],
    [
      'a credit note is used up',
      { type: 'CREDIT_INVOICE', balance: 0n, creditedAmount: 9n },
      '2027-12-03',
      'CREDITED',
    ],
  ]
  test.each(cases)('where %s', (_, more, today, status) => {
    const ledgerStatus = ledgerStatusOf({ ...claim, ...more }, [])
    const dates = { invoiceDate: '2026-11-02', expireDate: '2026-12-02' }
    const calendar = { isClosed: () => false, roll: 'FOLLOWING' } as const
    const dueDate = dueDateOf(more.type ?? claim.type, dates, calendar)
    expect(ledgerStatusOn({ ledgerStatus, dueDate }, today)).toBe(status)
  })

  test('is that of the furthest ledger event that is done', () => {
    expect(ledgerStatusOf(claim, ['REMINDER'])).toBe('REMINDER')
    expect(ledgerStatusOf(claim, ['REMINDER', 'COLLECTION'])).toBe('COLLECTION')
    const paid = { ...claim, balance: 0n, paidAmount: 1000n }
    expect(ledgerStatusOf(paid, ['COLLECTION'])).toBe('PAID')
  })

  test('is found by the stored status exactly where it is shown', () => {
    const day = '2026-12-02'
    const compare = { '=': (due: string) => due === day, '<': (due: string) => due < day }
    for (const kept of ledgerStatuses) {
      for (const dueDate of [null, '2026-12-01', day, '2026-12-03']) {
        const told = ledgerStatusOn({ ledgerStatus: kept, dueDate }, day)
        const found = ledgerStatuses.filter((status) => {
          const { kept: statuses, due } = storedStatusOf(status)
          if (!statuses.includes(kept)) return false
          if (due === undefined) return true
          if (due === '=' || due === '<') return dueDate !== null && compare[due](dueDate)
          return dueDate === null || dueDate > day || (due === 'none or >=' && dueDate === day)
        })
        // Nothing keeps that it is due or overdue.
        if (kept !== 'DUE' && kept !== 'OVERDUE') expect(found).toEqual([told])
      }
    }
  })
})

describe('a credit note', () => {
  const claimOf = (balance: bigint): Linkable => ({
    type: balance < 0n ? 'CREDIT_INVOICE' : 'INVOICE',
    mainStatus: 'ACTIVATED',
    clientId: 'C.1',
    debtorId: 'D.1',
    invoiceCurrency: 'SEK',
    baseCurrency: 'SEK',
    balance,
    foreign: balance < 0n ? -balance : balance,
  })

  test(`is never spread beyond itself, nor beyond what is owed (SEED=${seed})`, () => {
    const amount = fc.bigInt({ min: 1n, max: 10_000n })
    const debits = fc.array(fc.record({ balance: amount, asked: fc.option(amount) }), {
      minLength: 1,
      maxLength: 6,
    })
    fc.assert(
      fc.property(amount, debits, (credit, wanted) => {
        let amounts: bigint[] = []
        const asked = wanted.map(({ balance, asked: said }) => ({
          debit: claimOf(balance),
          amount: said ?? undefined,
        }))
        const refused = refusalOf(() => {
          amounts = spread(claimOf(-credit), asked).map((one) => one.amount)
        })
        if (refused !== undefined) {
          expect(refused.code).toBe('CREDIT_EXCEEDED')
          return
        }
        expect(sum(amounts)).toBeLessThanOrEqual(credit)
        amounts.forEach((one, at) => {
          expect(one).toBeGreaterThan(0n)
          expect(one).toBeLessThanOrEqual(wanted[at]?.balance ?? 0n)
          if (wanted[at]?.asked != null) expect(one).toBe(wanted[at].asked)
        })
      }),
      { seed, numRuns: 300 },
    )
  })

  test(`takes from the reserve in proportion, and all with the last (SEED=${seed})`, () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 12n })
    const shares = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(amount, amount, shares, (gross, reserveSent, parts) => {
        const reserve = reserveSent % (gross + 1n)
        let [open, left, given] = [gross, reserve, 0n]
        for (const [at, part] of parts.entries()) {
          const last = at === parts.length - 1
          const taken = last ? open : (open * BigInt(part)) / 200n
          if (taken === 0n) continue
          const { fromReserve, fromClient } = dilutionOf(left, open, taken)
          expect(fromReserve + fromClient).toBe(taken)
          expect(fromReserve).toBeGreaterThanOrEqual(0n)
          expect(fromClient).toBeGreaterThanOrEqual(0n)
          open -= taken
          left -= fromReserve
          given += fromClient
        }
        expect([open, left, given]).toEqual([0n, 0n, gross - reserve])
      }),
      { seed, numRuns: 300 },
    )
  })

  test('of the running example is borne as it was bought', () => {
    expect(dilutionOf(125_000n, 1_250_000n, 1_250_000n)).toEqual({
      fromReserve: 125_000n,
      fromClient: 1_125_000n,
    })
  })
})

describe('a reversal', () => {
  const open = { sourceType: 'Invoice', financingStatus: 'NONE', laterCount: 0 } as const

  const others = ['REVERSAL', 'CREDIT_UNLINK', 'FINANCED', 'RECOURSE', 'DILUTION'] as const
  test.each(others)('of %s goes another way', (type) => {
    const refused = refusalOf(() => guardReversal({ ...open, type }))
    expect(refused?.code).toBe('EVENT_NOT_REVERSIBLE')
  })

  test('of a booking needs a claim on which nothing else stands', () => {
    expect(refusalOf(() => guardReversal({ ...open, type: 'INVOICE_BOOKED' }))).toBeUndefined()
    for (const more of [{ laterCount: 1 }, { financingStatus: 'REQUESTED' } as const]) {
      const refused = refusalOf(() => guardReversal({ ...open, type: 'CREDIT_BOOKED', ...more }))
      expect(refused?.code).toBe('EVENT_NOT_REVERSIBLE')
    }
    const payment = {
      ...open,
      type: 'PAYMENT',
      financingStatus: 'FINANCED',
      laterCount: 3,
    } as const
    expect(refusalOf(() => guardReversal(payment))).toBeUndefined()
    const ofLink = refusalOf(() => guardReversal({ ...payment, sourceType: 'PaymentLink' }))
    expect(ofLink?.code).toBe('EVENT_NOT_REVERSIBLE')
  })
})

describe('a valid invoice', () => {
  const valid: ValidationFacts = {
    invoice: {
      type: 'INVOICE',
      bookedDate: null,
      invoiceDate: '2026-11-02',
      expireDate: '2026-12-02',
      vats: [{ rate: '25' }],
      references: { your: 'Alva' },
    },
    rowCount: 1,
    unpricedCount: 0,
    debtor: {
      name: 'Nordic Timber AB',
      email: 'a@b.example',
      phone: '070',
      peppolId: '0007:5566778899',
      identificationNumber: '5566778899',
      invoiceAddress: { address: 'Storgatan 1', zip: '111 22', city: 'Stockholm' },
    },
    isClientActive: true,
    countryCode: 'SE',
    isProductEnabled: true,
    settings: {
      defaultChannel: 'EMAIL',
      paymentAccount: { kind: 'BANKGIRO', number: '991-2346' },
      yourReferenceRequired: true,
    },
    lockedUntil: null,
    today: '2026-11-20',
  }
  const { invoice, debtor, settings } = valid

  test('has no faults', () => {
    expect(faultsOfInvoice(valid)).toEqual([])
  })

  const faulty: [string, Partial<ValidationFacts>][] = [
    ['CLIENT_NOT_ACTIVE', { isClientActive: false }],
    ['NO_ROWS', { rowCount: 0 }],
    ['PRICE_MISSING', { unpricedCount: 1 }],
    ['EXPIRES_TOO_EARLY', { invoice: { ...invoice, expireDate: '2026-11-01' } }],
    ['VAT_RATE_UNKNOWN', { invoice: { ...invoice, vats: [{ rate: '17' }] } }],
    ['VAT_ON_INTEREST', { invoice: { ...invoice, type: 'INTEREST_INVOICE' } }],
    ['PRODUCT_NOT_ENABLED', { isProductEnabled: false }],
    ['PAYMENT_ACCOUNT_MISSING', { settings: { ...settings, paymentAccount: null } }],
    ['REFERENCE_MISSING', { invoice: { ...invoice, references: {} } }],
    ['PERIOD_LOCKED', { lockedUntil: '2026-11-20' }],
    ['DEBTOR_NAME_MISSING', { debtor: { ...debtor, name: ' ' } }],
    ['DEBTOR_EMAIL_MISSING', { debtor: { ...debtor, email: null } }],
  ]
  test.each(faulty)('%s', (fault, more) => {
    expect(faultsOfInvoice({ ...valid, ...more })).toEqual([fault])
  })

  test('is judged by the rates of the day of its supply', () => {
    const soon = { ...invoice, invoiceDate: '2024-09-02', vats: [{ rate: '24' }] }
    const finnish = {
      ...valid,
      countryCode: 'FI',
      invoice: { ...soon, deliveryDate: '2024-08-31' },
    }
    expect(faultsOfInvoice(finnish)).toEqual([])
    expect(faultsOfInvoice({ ...finnish, invoice: soon })).toEqual(['VAT_RATE_UNKNOWN'])
  })

  const channels = [
    ['SMS', 'phone', 'DEBTOR_PHONE_MISSING'],
    ['PEPPOL', 'peppolId', 'DEBTOR_PEPPOL_ID_MISSING'],
    ['LETTER', 'invoiceAddress', 'DEBTOR_ADDRESS_MISSING'],
    ['EFAKTURA', 'identificationNumber', 'DEBTOR_NUMBER_MISSING'],
    ['DIGITAL_MAILBOX', 'identificationNumber', 'DEBTOR_NUMBER_MISSING'],
  ] as const
  test.each(channels)('by %s reaches a debtor that has a %s', (defaultChannel, field, fault) => {
    const by = { ...valid, settings: { ...settings, defaultChannel } }
    expect(faultsOfInvoice(by)).toEqual([])
    expect(faultsOfInvoice({ ...by, debtor: { ...debtor, [field]: null } })).toEqual([fault])
  })

  test('once booked does not mind a locked period, nor a credit note an account', () => {
    const booked = { ...invoice, bookedDate: '2026-11-02' }
    expect(faultsOfInvoice({ ...valid, invoice: booked, lockedUntil: '2026-11-20' })).toEqual([])
    const credit = { ...invoice, type: 'CREDIT_INVOICE' } as const
    const unpaid = { ...settings, paymentAccount: null }
    expect(faultsOfInvoice({ ...valid, invoice: credit, settings: unpaid })).toEqual([])
  })
})
