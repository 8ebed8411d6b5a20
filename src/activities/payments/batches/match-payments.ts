import { lifeOfPaymentBatch } from '../../../domain/payments/batch.ts'
import { findingsOf } from '../../../domain/payments/matching/find.ts'
import type { Finding, MatchPart } from '../../../domain/payments/matching/facts.ts'
import { sum } from '../../../domain/money.ts'
import {
  allUnplaced,
  lifeOfPayment,
  matchedStatus,
  moved,
} from '../../../domain/payments/payment.ts'
import { Invoice } from '../../../entities/invoice.ts'
import type { PaymentLink } from '../../../entities/payment-link.ts'
import { PaymentTransaction } from '../../../entities/payment-transaction.ts'
import { byField } from '../../../kernel/read/rows.ts'
import { setForm } from '../../../kernel/write/set-form.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { addLink } from '../add-link.ts'
import type { Claims } from '../claims.ts'
import { denyLinks } from '../deny-links.ts'
import { linksWaiting } from '../links-waiting.ts'
import { candidates, isSought, toMatch, type ToMatch } from '../matching/match-facts.ts'
import { holdTargets, isInvoice } from '../targets.ts'
import { countOn, heldBatches, type BatchesHeld } from './count-batches.ts'
import { originalsOf } from './originals.ts'

interface Matching {
  payment: PaymentTransaction
  /** What was proposed when it was looked for before. */
  proposed: readonly PaymentLink[]
  finding: Finding
  /** The claims of all that are matched together, held. */
  claims: HeldClaims
  batches: BatchesHeld
}

type HeldClaims = Pick<Claims, 'invoices' | 'targets'>

interface Beside {
  /** Claims that the same unit books on afterwards: all are held in one order. */
  beside: readonly string[]
}

interface Facts {
  originals: ReadonlyMap<string, string>
}

/** Which claims a payment is for, with how much; or which payment it takes back. */
interface Match {
  parts: readonly MatchPart[]
  original: string | null
}

/** Looks what payments of a batch are for before they are booked. */
export const matchPayments = setForm<Matching, Beside, Facts, Match, boolean>({
  hold,
  idOf: ({ payment }) => payment.id,
  async read(unit, things) {
    const reversals = things.filter(({ payment }) => payment.kind === 'REVERSAL')
    const ids = reversals.map(({ payment }) => payment.id)
    return { originals: await originalsOf(unit, ids) }
  },
  rule({ payment, finding, batches }, { originals }) {
    const batch = batches.get(payment.batchId ?? '')
    if (batch !== undefined) lifeOfPaymentBatch.move(batch.status, 'match')
    lifeOfPayment.move(payment.status, 'matchNothing')
    return { parts: finding.parts, original: originals.get(payment.id) ?? null }
  },
  write: writeMatch,
  finish(unit, made) {
    const { batches } = made[0]!.thing
    const counted = made.map(({ thing: { payment }, result: wasNew }) => {
      return { batchId: payment.batchId, wasNew, isBooked: false }
    })
    countOn(unit, batches, counted)
  },
})

const nothing: Finding = { parts: [], isTie: false }

async function hold(unit: Unit, ids: readonly string[], { beside }: Beside): Promise<Matching[]> {
  const held = byField(await unit.held(PaymentTransaction, ids), 'id')
  // In the order in which they are asked for: what is linked of one is not found for the next.
  const payments = ids.flatMap((id) => held.get(id) ?? [])
  const { proposed } = await linksWaiting(unit, ids)
  const batches = await heldBatches(unit, payments)
  const { findings, claims } = await heldFindings(unit, await toMatch(unit, payments), beside)
  return payments.map((payment) => ({
    payment,
    proposed: proposed.get(payment.id) ?? [],
    finding: findings.get(payment.id) ?? nothing,
    claims,
    batches,
  }))
}

/** Only the claims that are found are held, and what is found of them is asked once more then. */
async function heldFindings(unit: Unit, { all, facts }: ToMatch, beside: readonly string[]) {
  const first = findingsOf(all, facts)
  const found = [...first.values()].flatMap(({ parts }) => parts.map(({ id }) => id))
  const ids = [...new Set([...found, ...beside])]
  const claims = await heldAmong(unit, ids)
  if (ids.length === 0) return { findings: first, claims }
  const known = new Map([...facts.claims, ...(await candidates(unit, ids))])
  const findings = findingsOf(all, { ...facts, claims: known })
  const isHeld = ({ id }: MatchPart) => claims.invoices.has(id) || claims.targets.has(id)
  const kept = [...findings].filter(([, { parts }]) => parts.every(isHeld))
  return { findings: new Map(kept), claims }
}

async function heldAmong(unit: Unit, ids: readonly string[]): Promise<HeldClaims> {
  const own = ids.filter(isInvoice)
  const invoices =
    own.length === 0 ? [] : await unit.readEach(Invoice, 'id = any($2)', [own], 'held')
  return { invoices: byField(invoices, 'id'), targets: await holdTargets(unit, ids) }
}

/** True if nobody had looked before what it is for. */
function writeMatch(unit: Unit, matching: Matching, { parts, original }: Match): boolean {
  const { payment } = matching
  const { status } = payment
  if (payment.kind === 'REVERSAL') {
    const reversesId = original ?? payment.reversesId ?? null
    const verb = reversesId === null ? 'matchNothing' : 'matchWhole'
    const found = { reversesId, status: lifeOfPayment.move(status, verb) }
    unit.update(PaymentTransaction, payment, found)
  } else if (isSought(payment)) {
    const linked = sum(parts.flatMap((part) => (part.status === 'CONFIRMED' ? part.amount : [])))
    const places = moved(allUnplaced(payment.amount), 'linked', linked)
    const found = { ...places, status: lifeOfPayment.move(status, matchedStatus(places)) }
    unit.update(PaymentTransaction, payment, found)
    writeLinks(unit, matching, parts)
  }
  return status === 'NEW'
}

/** What is proposed as before stays as it is; what was proposed otherwise is no more. */
function writeLinks(
  unit: Unit,
  { payment, proposed, claims }: Matching,
  parts: readonly MatchPart[],
): void {
  const isSame = ({ claimId, amount, score }: PaymentLink, part: MatchPart) =>
    part.status === 'PROPOSED' &&
    claimId === part.id &&
    amount === part.amount &&
    score === part.score
  const over = proposed.filter((link) => !parts.some((part) => isSame(link, part)))
  denyLinks(unit, over, 'Something else was found')
  for (const part of parts) {
    if (proposed.some((link) => isSame(link, part))) continue
    addLink(unit, payment, claims, { ...part, reasons: [...part.reasons] })
  }
}
