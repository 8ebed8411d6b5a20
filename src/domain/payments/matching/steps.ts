import { smaller } from '../../money.ts'
import type { Candidate, MatchReason, Sought } from './facts.ts'
import { toleranceOf, type Matchable, type MatchPolicy } from './rule.ts'
import { claimsThatSumTo } from './sums.ts'

export interface FoundPart {
  claim: Candidate
  amount: bigint
}

/** What one step finds; of a tie, no later step looks. */
export type Found =
  | { parts: readonly FoundPart[]; score: number; reasons: readonly MatchReason[] }
  | 'TIE'
  | null

const ofPayerScores = { AMOUNT: 92, TOLERANCE: 90, PART: 75, OVERPAID: 70 } as const

/** Its number stands in the text: known by its payer as well, or by an amount that fits. */
export function byNumber(
  { payment, debtors }: Sought,
  numbered: readonly Candidate[],
  policy: MatchPolicy,
): Found {
  const payer = plainName(payment.payerName)
  const isPayer = ({ debtorId, debtorName }: Candidate) =>
    debtors.has(debtorId) || (payer !== '' && plainName(debtorName) === payer)
  const own = numbered.filter(isPayer)
  if (own.length > 1) return severalNumbered(payment, own, policy)
  const [claim] = own
  if (claim !== undefined) {
    const reason = reasonFor(payment, claim, policy)
    return oneOf(payment, claim, ofPayerScores[reason], ['NUMBER', 'PAYER', reason])
  }
  const exact = numbered.filter(({ open }) => open === payment.amount)
  if (exact.length > 1) return 'TIE'
  return exact[0] === undefined ? null : oneOf(payment, exact[0], 60, ['NUMBER', 'AMOUNT'])
}

/** Several numbers of one debtor are all meant, if together they are what was paid. */
function severalNumbered(
  { amount }: Matchable,
  own: readonly Candidate[],
  { action }: MatchPolicy,
): Found {
  const isOneDebtor = own.every(({ debtorId }) => debtorId === own[0]!.debtorId)
  const owed = own.reduce((total, { open }) => total + open, 0n)
  if (!isOneDebtor || owed !== amount || action === 'LINK') return 'TIE'
  const parts = own.map((claim) => ({ claim, amount: claim.open }))
  return { parts, score: 90, reasons: ['NUMBER', 'PAYER', 'SUM'] }
}

/** Who has paid before pays exactly, or nearly, what is owed on one claim alone. */
export function byPayer(
  payment: Matchable,
  owed: readonly Candidate[],
  policy: MatchPolicy,
): Found {
  const fits = (reason: MatchReason) =>
    owed.filter((claim) => reasonFor(payment, claim, policy) === reason)
  const exact = fits('AMOUNT')
  const near = exact.length > 0 ? [] : fits('TOLERANCE')
  const [claim, other] = [...exact, ...near]
  if (claim === undefined) return null
  if (other !== undefined) return 'TIE'
  return exact.length > 0
    ? oneOf(payment, claim, 85, ['PAYER', 'AMOUNT'])
    : oneOf(payment, claim, 72, ['PAYER', 'TOLERANCE'])
}

/** Who has paid before pays several claims at once, of one debtor, and to the last öre. */
export function bySum(
  { amount }: Matchable,
  owed: readonly Candidate[],
  { action }: MatchPolicy,
): Found {
  if (action === 'LINK') return null
  const ofDebtors = Map.groupBy(owed, ({ debtorId }) => debtorId)
  const found = [...ofDebtors.values()].flatMap((own) => {
    const claims = claimsThatSumTo(amount, own)
    return claims === null ? [] : [claims]
  })
  const [claims, other] = found
  if (claims === undefined) return null
  if (claims === 'TIE' || other !== undefined) return 'TIE'
  const byId = new Map(owed.map((claim) => [claim.id, claim]))
  const parts = claims.map(({ id, open }) => ({ claim: byId.get(id)!, amount: open }))
  return { parts, score: 70, reasons: ['PAYER', 'SUM'] }
}

const oneOf = (
  { amount }: Matchable,
  claim: Candidate,
  score: number,
  reasons: readonly MatchReason[],
): Found => ({ parts: [{ claim, amount: smaller(amount, claim.open) }], score, reasons })

function reasonFor(
  { amount, currency }: Matchable,
  { open }: Candidate,
  policy: MatchPolicy,
): keyof typeof ofPayerScores {
  const more = amount - open
  if (more === 0n) return 'AMOUNT'
  const tolerance = toleranceOf(policy, open, currency)
  if (more <= tolerance && -more <= tolerance) return 'TOLERANCE'
  return more > 0n ? 'OVERPAID' : 'PART'
}

const plainName = (name: string | null): string =>
  (name ?? '').toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
