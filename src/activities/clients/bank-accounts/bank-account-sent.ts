import {
  clearingOf,
  isBankAccount,
  keptNumber,
  lastDigits,
  type BankAccountKind,
} from '../../../domain/clients/bank-account.ts'
import { invalid } from '../../../domain/refusal.ts'
import type { Topic } from '../../../domain/topics.ts'
import { requireSecond, type Pending } from '../../../kernel/write/pending.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/** What identifies an account, as it is kept. */
export interface AccountFacts {
  kind: BankAccountKind
  number: string
  bic: string | null
  holderName: string
}

/** Refused where the digits of the number do not fit its kind. */
export function keptFacts<F extends AccountFacts>(facts: F): F & { clearing: string | null } {
  const { kind, number } = facts
  if (!isBankAccount(kind, number)) {
    invalid('/number', 'INVALID_ACCOUNT', `This is no number of a ${kind}`)
  }
  return { ...facts, number: keptNumber(kind, number), clearing: clearingOf(kind, number) }
}

type Sent = { [name in keyof AccountFacts]?: AccountFacts[name] | undefined }

/** An account as it would be with what was sent, and whether that is another one. */
export function changedFacts(
  { kind, number, holderName, bic = null }: Omit<AccountFacts, 'bic'> & Sent,
  sent: Sent,
) {
  const before: AccountFacts = { kind, number, holderName, bic }
  const facts = keptFacts({
    kind: sent.kind ?? kind,
    number: sent.number ?? number,
    holderName: sent.holderName ?? holderName,
    bic: sent.bic === undefined ? bic : sent.bic,
  })
  const names = Object.keys(before) as (keyof AccountFacts)[]
  return { facts, isChanged: names.some((name) => facts[name] !== before[name]) }
}

/** A client says itself where it wants its money; whether it gets it there, two of the tenant. */
export const isByClient = ({ principal }: Unit): boolean => principal.clientId !== null

interface AccountAgreed extends AccountFacts {
  /** The account of the client that it is, where that is what is chosen. */
  clientBankAccountId?: string
}

/** The second knows the number from elsewhere: the request shows its last digits alone. */
export function secondForAccount(
  unit: Unit,
  topic: Extract<Topic, 'CLIENT_BANK_ACCOUNT' | 'PAYOUT_ACCOUNT_CHANGE'>,
  subject: { type: string; id: string; clientId: string },
  { kind, number, bic, holderName, clientBankAccountId }: AccountAgreed,
): Pending | undefined {
  if (isByClient(unit)) return undefined
  const named = clientBankAccountId === undefined ? {} : { clientBankAccountId }
  const payload = { ...named, kind, number, bic, holderName }
  return requireSecond(unit, {
    topic,
    subject,
    payload,
    isState: true,
    told: { ...payload, number: lastDigits(number) },
  })
}

/** Whoever makes it last, after a first person asked for it, has verified it. */
export const verifiedBy = ({ principal, now }: Unit) => ({
  status: 'VERIFIED' as const,
  verifiedBy: principal.id,
  verifiedAt: now,
})

export const unverified = { status: 'UNVERIFIED', verifiedBy: null, verifiedAt: null } as const
