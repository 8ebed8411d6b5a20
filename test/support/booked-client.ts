import { randomInt } from 'node:crypto'
import { book, type EventDraft } from '../../src/activities/bookkeeping/book.ts'
import { provisionChart } from '../../src/activities/bookkeeping/provision-chart.ts'
import { invoiceClaim } from '../../src/domain/bookkeeping/ledger.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import type { Unit } from '../../src/kernel/write/unit.ts'
import { ClientAccount } from '../../src/entities/client-account.ts'
import { ClientSetting } from '../../src/entities/client-setting.ts'
import { Client } from '../../src/entities/client.ts'
import type { FinancialEvent } from '../../src/entities/financial-event.ts'
import { addPayoutAccount } from './payout-account.ts'
import { swedishNumber } from './swedish-number.ts'
import { worldWithTenant, type Api, type TestTenant, type World } from './world.ts'

export interface BookedClient {
  id: string
  mainId: string
  reserveId: string
}

/** A client with its accounts and its chart, and nothing else. */
export async function bookedClient(
  tenant: TestTenant,
  settings?: Record<string, unknown>,
): Promise<BookedClient> {
  return tenant.work(async (unit) => {
    const client = unit.add(Client, {
      identificationNumber: swedishNumber(randomInt(2e8, 1e9)),
      name: 'Aktiebolaget Åström & "Söner"',
      countryCode: 'SE',
      preferredLanguage: 'sv',
      status: 'ACTIVE',
    })
    if (settings !== undefined) {
      unit.add(ClientSetting, { clientId: client.id, kind: 'BOOKKEEPING', value: settings })
    }
    const account = (type: 'MAIN' | 'RESERVE') =>
      unit.add(ClientAccount, { clientId: client.id, type, currency: 'SEK', balance: 0n })
    const [main, reserve] = [account('MAIN'), account('RESERVE')]
    await addPayoutAccount(unit, client.id)
    const owner = { ownerType: 'CLIENT', ownerId: client.id, clientId: client.id } as const
    await provisionChart(unit, owner, ['SEK'])
    return { id: client.id, mainId: main.id, reserveId: reserve.id }
  })
}

/** A world for a file of tests, with one such client. */
export async function worldWithClient(): Promise<{
  at: World
  tenant: TestTenant
  client: BookedClient
}> {
  const { at, tenant } = await worldWithTenant()
  return { at, tenant, client: await bookedClient(tenant) }
}

/** What happens between tenant and client alone. */
const unclaimed: ReadonlySet<string> = new Set([
  'CHARGES_BILLED',
  'MANUAL_TRANSACTION',
  'PAYOUT_BOOKED',
  'TRANSFER',
])

let made = 0

/** An event of the running example: 10,000 and 25 % VAT. */
export function draft(clientId: string, more: Partial<EventDraft> = {}): EventDraft {
  made++
  const claimId = newId('Invoice')
  const isOfNone = unclaimed.has(more.type ?? 'INVOICE_BOOKED')
  return {
    type: 'INVOICE_BOOKED',
    ...(!isOfNone && { claim: invoiceClaim(claimId), component: 'CAPITAL' }),
    clientId,
    amount: 1_250_000n,
    currency: 'SEK',
    bookDate: '2026-11-20',
    sourceKey: `test/${made}`,
    sourceType: 'INVOICE',
    sourceId: claimId,
    text: `Faktura ${made}`,
    facts: {
      net: [{ rate: '25.0', amount: '1000000' }],
      vat: [{ rate: '25', amount: '250000' }],
      rounding: '0',
    },
    ...more,
  }
}

/** Money that comes in, of a client or of nobody known, and nothing else. */
export function received(amount: string, more: Partial<EventDraft> = {}): EventDraft {
  const { claim: _, component: __, clientId: ___, ...unknown } = draft('')
  const facts = { variant: 'RECEIVED', amount }
  return { ...unknown, type: 'PAYMENT', amount: 0n, facts, ...more }
}

/** Money that comes in, and a draft that places it. */
export function paid(placing: EventDraft, variant: string, amount: string): EventDraft[] {
  const money = received(amount, { currency: placing.currency })
  return [money, { ...placing, facts: { variant, amount, takes: money.sourceKey } }]
}

export function financedFacts() {
  return {
    gross: '1250000',
    advance: '1125000',
    reserve: '125000',
    commission: '25000',
    commissionVat: '6250',
  }
}

/** A transaction that a person enters; the client gets it from the bank where nothing else is said. */
export function enterByHand(
  api: Api,
  clientAccountId: string,
  amount: string,
  more: object = {},
  headers: Record<string, string> = {},
) {
  const facts = { clientAccountId, amount, counterRole: 'BANK', text: 'By hand', ...more }
  return api.post('/client-account-transactions', facts, headers)
}

/** A voucher that a person writes in the book of a client. */
export const manualVoucher = (clientId: string, more: object = {}) => ({
  clientId,
  date: '2026-11-20',
  text: 'Hyra november',
  reason: 'Rent',
  postings: [
    { accountNumber: '6069', debit: '800', costCentre: 'Norr "A"' },
    { accountNumber: '2641', debit: '200.00' },
    { accountNumber: '1930', credit: '1000' },
  ],
  ...more,
})

export function bookIn(tenant: TestTenant, ...drafts: EventDraft[]): Promise<FinancialEvent[]> {
  return tenant.work((unit: Unit) => book(unit, drafts))
}

/** `T 2892 -1125000`: whose book, which account, and how much, in the order of its lines. */
export async function postingsOf(at: World, eventId: string): Promise<string[]> {
  const rows = await at.owner(
    `select v.owner_type, p.account_number, p.amount from voucher v
     join voucher_posting p on p.tenant_id = v.tenant_id and p.voucher_id = v.id
     where v.financial_event_id = $1 order by v.owner_type desc, p.line`,
    [eventId],
  )
  return rows.map(
    ({ owner_type: type, account_number: number, amount }) =>
      `${String(type).charAt(0)} ${String(number)} ${String(amount)}`,
  )
}
