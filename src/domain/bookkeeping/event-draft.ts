import type { Claim, Component, FinancialEventType } from './ledger.ts'

/** A financial event before it is booked. */
export interface EventDraft {
  type: FinancialEventType
  claim?: Claim
  /** Absent while nobody knows whose money it is; then only the tenant's book is written. */
  clientId?: string
  debtorId?: string
  component?: Component
  /** The signed change of what the debtor owes, in minor units of the currency. */
  amount: bigint
  currency: string
  bookDate: string
  valueDate?: string
  /** Unique for ever, so that an event is booked once. */
  sourceKey: string
  sourceType: string
  sourceId: string
  text: string
  reasonCode?: string
  /** What the posting rule needs: amounts as text of minor units. */
  facts: Record<string, unknown>
  reversesId?: string
}
