import { smaller, sum } from '../../money.ts'
import { leftAs, seenAs } from '../foreign.ts'
import type { Candidate, Finding, MatchFacts, Sought } from './facts.ts'
import { namedParts } from './named.ts'
import {
  policyFor,
  rulesFor,
  toleranceOf,
  type Matchable,
  type MatchPolicy,
  type MatchStep,
} from './rule.ts'
import { byNumber, byPayer, bySum, type Found } from './steps.ts'

const nothing: Finding = { parts: [], isTie: false }
const tie: Finding = { parts: [], isTie: true }

/**
 * What payments are for, one after the other: what is linked of one is not found for the next. The
 * one function that says so, whether it is only looked at or done.
 */
export function findingsOf(
  all: readonly Sought[],
  facts: MatchFacts,
): ReadonlyMap<string, Finding> {
  const placed = new Map<string, bigint>()
  return new Map(
    all.map((sought) => {
      const finding = findingOf(sought, facts, placed)
      for (const { id, amount, status } of finding.parts) {
        if (status !== 'CONFIRMED') continue
        const settled = settledOf(facts.claims.get(id)!, amount, sought.payment.currency)
        placed.set(id, (placed.get(id) ?? 0n) + settled)
      }
      return [sought.payment.id, finding]
    }),
  )
}

function findingOf(
  sought: Sought,
  { claims, rules, threshold }: MatchFacts,
  placed: ReadonlyMap<string, bigint>,
): Finding {
  const { payment, named, accountClientId } = sought
  if (named === 'TIE') return tie
  const fitting = rulesFor(payment, rules)
  const policyOf = (clientId: string) => policyFor(fitting, clientId)
  const claimOf = (id: string): Candidate[] => {
    const claim = payableIn(claims.get(id), payment.currency, placed.get(id) ?? 0n)
    if (claim === undefined) return []
    if (accountClientId !== null && claim.clientId !== accountClientId) return []
    return claim.open > 0n && policyOf(claim.clientId).action !== 'IGNORE' ? [claim] : []
  }
  // A reference that names a claim is for that alone, however little is owed on it.
  const found =
    named === null
      ? byRounds(sought, claimOf, policyOf)
      : namedParts(named, payment.amount, claimOf)
  if (found === 'TIE') return tie
  return found === null ? nothing : judged(found, payment, policyOf, threshold)
}

/** The claim as it may be paid in a currency, after what was put on it before. */
function payableIn(
  claim: Candidate | undefined,
  currency: string,
  placed: bigint,
): Candidate | undefined {
  if (claim === undefined) return undefined
  const open = claim.open - placed
  if (claim.currency === currency) return { ...claim, open }
  if (claim.foreign?.currency !== currency) return undefined
  return { ...claim, currency, open: leftAs(open, claim.open, claim.foreign.open) }
}

/** What money of a currency settles of it. */
const settledOf = ({ open, foreign }: Candidate, amount: bigint, currency: string): bigint =>
  foreign?.currency === currency ? seenAs(amount, foreign.open, open) : amount

type ClaimOf = (id: string) => Candidate[]
type PolicyOf = (clientId: string) => MatchPolicy

/** Each rule takes its own steps, all of them their first before anybody their second. */
function byRounds(sought: Sought, claimOf: ClaimOf, policyOf: PolicyOf): Found {
  const { payment } = sought
  const isOwn = ({ clientId }: Candidate) =>
    payment.clientId === null || clientId === payment.clientId
  const seen = (ids: readonly string[]) => ids.flatMap(claimOf).filter(isOwn)
  const numbered = Map.groupBy(seen(sought.numbered), ({ clientId }) => policyOf(clientId))
  const owed = Map.groupBy(seen(sought.ofDebtors ?? []), ({ clientId }) => policyOf(clientId))
  const policies = new Set([...numbered.keys(), ...owed.keys()])
  const most = Math.max(0, ...[...policies].map(({ steps }) => steps.length))
  for (let round = 0; round < most; round++) {
    const found = [...policies].flatMap((policy) => {
      const step = policy.steps[round]
      if (step === undefined) return []
      const these = { numbered: numbered.get(policy) ?? [], owed: owed.get(policy) ?? [] }
      return byStep[step](sought, these, policy) ?? []
    })
    if (found.length > 1) return 'TIE'
    if (found.length === 1) return found[0]!
  }
  return null
}

interface These {
  numbered: readonly Candidate[]
  owed: readonly Candidate[]
}

const byStep: Readonly<
  Record<MatchStep, (sought: Sought, these: These, policy: MatchPolicy) => Found>
> = {
  NUMBER: (sought, { numbered }, policy) => byNumber(sought, numbered, policy),
  PAYER: ({ payment }, { owed }, policy) => byPayer(payment, owed, policy),
  SUM: ({ payment }, { owed }, policy) => bySum(payment, owed, policy),
}

/** Whether what is found is linked or proposed: by its rules, its score, and what is left over. */
function judged(
  { parts, score, reasons }: Exclude<Found, 'TIE' | null>,
  { amount, currency }: Matchable,
  policyOf: PolicyOf,
  threshold: number,
): Finding {
  const rest = amount - sum(parts.map((part) => part.amount))
  return {
    isTie: false,
    parts: parts.map(({ claim, amount: part }) => {
      const policy = policyOf(claim.clientId)
      const isOver = rest > toleranceOf(policy, claim.open, currency)
      const isProposed =
        policy.action === 'SUGGEST' || score < threshold || (isOver && !policy.allowOverpayment)
      return {
        id: claim.id,
        amount: smaller(part, claim.open),
        status: isProposed ? 'PROPOSED' : 'CONFIRMED',
        score,
        reasons,
      }
    }),
  }
}
