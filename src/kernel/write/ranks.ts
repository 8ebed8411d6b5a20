/**
 * The order in which a unit takes its locks, from first to last: with one order for all units, two
 * never wait for each other. Existing rows are named by their table, rows that do not exist yet by
 * the kind of their key.
 */
export const ranks = {
  work: [
    // Whoever closes a client goes through all that hangs on it.
    'key closing',
    'key event in',
    'inbound_event',
    'background_task_item',
    'job_run',
    'schedule',
    'schedule_run',
    'webhook_log',
  ],
  automations: ['key automation', 'key automations', 'key schedules'],
  // Whether something takes a second person is judged under these.
  judged: ['key administrators', 'key setting', 'key limits'],
  // Who asks about something, and who ends all that is asked about it, wait for each other.
  approvals: ['key done alone', 'key second', 'key requests', 'internal_request'],
  people: ['key user', 'key service-account'],
  rates: ['key base rates', 'base_interest_rate'],
  clients: [
    'client_group',
    'key client handlers',
    'user_group',
    'key assignee',
    'client_invoice_request',
    'key client identification',
    'key client repository',
    'key repository',
    'key sync',
    'client_sync_invoice',
  ],
  prices: ['key price list', 'price_list'],
  payments: [
    'bank_feed',
    'bank_feed_file',
    'payment_matching_engine',
    'payment_request',
    'payment_method_configuration',
    'payment_account',
    'system_bank_account',
    'key payment file',
    'payment_file',
    'key bank account',
    'payment_transaction',
    'unplaced_payment',
    'payment_link',
    'payment_batch',
    'payment_return',
    'funded_payment',
    'payment_reconciliation',
    'key payout batch',
    'payout_batch',
  ],
  claims: ['invoice', 'key invoice number', 'loan_profile', 'business_loan'],
  references: ['key shared defaults', 'payment_reference_setting', 'account_reference_setting'],
  recalculations: ['key recalculation'],
  debtors: ['key debtor', 'debtor', 'key system debtor', 'system_debtor'],
  limits: [
    'key debtor groups',
    'key decision statuses',
    'key client limit',
    'credit_status',
    'key debtor limit',
    'system_debtor_credit_status',
    'system_debtor_group',
    'factoring_country',
    'debtor_exposure',
  ],
  billing: ['key charges', 'charge', 'key bill number', 'bill'],
  documents: ['document'],
  ledger: [
    'key bookkeeping file',
    'financial_event',
    'voucher',
    'bookkeeping_file',
    'bookkeeping_receiver',
    'bookkeeping_delivery',
  ],
  clientAccounts: ['client_account'],
  unallocated: ['unallocated_item'],
  settlements: ['key settlement account', 'settlement_account', 'settlement_account_transaction'],
  bookkeepingAccounts: ['key chart', 'bookkeeping_account'],
  series: ['voucher_series'],
  payouts: ['key payouts'],
  errands: ['key errand'],
  tasks: ['key task', 'background_task'],
} as const

type Ranked = (typeof ranks)[keyof typeof ranks][number]

/** What is locked by a key, because there is no row to lock. */
export type KeyKind = Ranked extends infer R
  ? R extends `key ${infer Kind}`
    ? Kind
    : never
  : never

const order: readonly string[] = Object.values(ranks).flat()
const places = new Map(order.map((name, at) => [name, at]))

export const isRanked = (name: string) => places.has(name)

export const byRank = (a: string, b: string) => (places.get(a) ?? 0) - (places.get(b) ?? 0)

interface Place {
  ids: Set<string>
  last: string
}

/** The locks that a unit has taken so far; each new one must come later in the order. */
export class Taken {
  readonly #broken: (message: string) => void
  readonly #places = new Map<number, Place>()
  #highest = -1

  constructor(broken: (message: string) => void = refuseOrder) {
    this.#broken = broken
  }

  /** Records that these are taken now, in the order of their ids; false if all are held already. */
  take(name: string, ids: Iterable<string>): boolean {
    const at = places.get(name)
    if (at === undefined) throw new Error(`src/kernel/write/ranks.ts gives ${name} no rank`)
    const place = this.#placeAt(at)
    let first = ''
    let isHeld = true
    for (const id of ids) {
      if (place.ids.has(id)) continue
      if (isHeld || id < first) first = id
      isHeld = false
      place.ids.add(id)
    }
    if (isHeld) return false
    if (at < this.#highest) this.#broken(`${name} is taken after ${order[this.#highest]}`)
    else if (first < place.last) this.#broken(`${name} is taken after one with a larger id`)
    for (const id of place.ids) if (id > place.last) place.last = id
    this.#highest = Math.max(this.#highest, at)
    return true
  }

  has(name: string, id: string): boolean {
    return this.#places.get(places.get(name) ?? -1)?.ids.has(id) === true
  }

  /** A row that this unit made needs no lock: nobody else can see it yet. */
  own(name: string, id: string): void {
    const at = places.get(name)
    if (at !== undefined) this.#placeAt(at).ids.add(id)
  }

  #placeAt(at: number): Place {
    let place = this.#places.get(at)
    if (place === undefined) this.#places.set(at, (place = { ids: new Set(), last: '' }))
    return place
  }
}

function refuseOrder(message: string): never {
  throw new Error(message)
}
