import { z } from 'zod'
import { financeDecisions } from '../../domain/factoring/decision.ts'
import { decisionStatuses } from '../../domain/credit/decision-status.ts'
import { code } from '../../kernel/read/fields.ts'
import { checkMove, refuseMove, verdictOf } from '../../domain/factoring/moves.ts'
import { invalid } from '../../domain/refusal.ts'
import type { FactoringDecision } from '../../entities/factoring-decision.ts'
import { ReasonCode } from '../../entities/reason-code.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import { setForm } from '../../kernel/write/set-form.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refuseBound } from '../credit/refuse-bound.ts'
import { isAtCountryLimit, placesOf } from './country-of-claim.ts'
import {
  decidedBy,
  finishDecided,
  readToDecide,
  writeDecided,
  type Decided,
  type Made,
  type ToDecide,
} from './decide.ts'
import { ledBy, readToLead, writeLed, type Led, type ToLead } from './lead-decision.ts'
import { followIdentity, limitingOf, lockDecisions, type HeldDecision } from './lock-decision.ts'

export const comment = z.string().max(1000)

/** How a decision is moved. */
export const moveDecisionInput = z.strictObject({
  status: z.enum(decisionStatuses).meta({ example: 'DECIDED' }),
  subStatusId: z.int().min(1).max(2_147_483_647).nullable().optional().meta({ example: 12 }),
  financeDecision: z.enum(financeDecisions).optional(),
  reasonCodes: z.array(code).max(20).optional(),
  comment: comment.optional(),
})
export type MoveInput = z.output<typeof moveDecisionInput>

/** A decision that is to be moved, by the id that named it. */
interface Moving extends HeldDecision {
  id: string
  /** What is bought there is limited for all clients together. */
  isAtCountryLimit: boolean
}

type Reason = Pick<ReasonCode, 'code' | 'type' | 'active'>

interface Facts {
  reasons: readonly Reason[]
  /** Where it is made. */
  decide: ToDecide | null
  /** Where it is led on. */
  lead: ToLead | null
}

/** What comes of a move that nothing speaks against. */
type Moved = { decided: Decided } | { led: Led }

const moving = setForm<Moving, MoveInput, Facts, Moved, FactoringDecision>({
  async hold(unit, ids, move) {
    checkMove(move)
    const held = await lockDecisions(unit, ids)
    const all = ids.flatMap((id) => {
      const one = held.get(id)
      return one === undefined ? [] : [{ ...one, id }]
    })
    const places = all.length > 1 && asksCountry(move) ? await placesOf(unit, all) : undefined
    const isLimited = ({ debtor }: HeldDecision) => {
      const place = places?.get(debtor.id)
      return place !== undefined && isAtCountryLimit(place)
    }
    return all.map((one) => ({ ...one, isAtCountryLimit: isLimited(one) }))
  },
  idOf: ({ id }) => id,
  isAlone: (one) => one.isAtCountryLimit,
  // Of two at the same limit the second is judged by what the first left.
  touches(one) {
    const { clientId, systemDebtorId, currency } = limitingOf(one)
    const debtor = systemDebtorId === null ? [] : [`${systemDebtorId} ${currency}`]
    return [one.invoice.id, `${clientId} ${currency}`, ...debtor]
  },
  async read(unit, all, move) {
    refuseBound(unit)
    const open = all.filter(({ decision }) => decision.status !== 'DECIDED')
    const made = madeBy(move)
    const [reasons, decide, lead] = await Promise.all([
      reasonsOf(unit, move),
      made === null || open.length === 0 ? null : readToDecide(unit, open, made),
      made === null && open.length > 0 ? readToLead(unit, open, move) : null,
    ])
    return { reasons, decide, lead }
  },
  rule(one, { reasons, decide, lead }, move) {
    refuseMove(one.decision.status, move.status)
    refuseReasons(reasons, move)
    const made = madeBy(move)
    if (made !== null) return { decided: decidedBy(one, made, decide!) }
    return { led: ledBy(one, move, lead!) }
  },
  write(unit, one, moved, { decide, lead }) {
    followIdentity(unit, one)
    signalProcess(unit, one.decision)
    if ('decided' in moved) writeDecided(unit, one, moved.decided, decide!)
    else writeLed(unit, one, moved.led, lead!)
    return one.decision
  },
  async finish(unit, made, { decide }) {
    const all = made.flatMap(({ thing, change }) =>
      'decided' in change ? [{ held: thing, decided: change.decided }] : [],
    )
    if (all.length > 0) await finishDecided(unit, all, decide!)
  },
})

/** An operator leads a decision on, or makes it. */
export const moveDecision = moving.one

/** The same of many. */
export const moveManyDecisions = moving.many

const asksCountry = ({ status, financeDecision }: MoveInput) =>
  status === 'REFINANCE' || financeDecision === 'APPROVED'

function madeBy(move: MoveInput): Made | null {
  const verdict = verdictOf(move)
  return verdict === null ? null : { ...move, verdict, decidedBy: 'OPERATOR' }
}

/** A process that was lost begins again; the one that runs looks where its decision stands. */
export function signalProcess(unit: Unit, decision: FactoringDecision): void {
  unit.start('factoringDecision', decision.id, { RxClient: decision.clientId })
  unit.signal('factoringDecision', decision.id, 'moved')
}

async function reasonsOf(unit: Unit, { reasonCodes = [] }: MoveInput): Promise<Reason[]> {
  if (reasonCodes.length === 0) return []
  return rowsOf(unit, ReasonCode, { code: reasonCodes }, ['code', 'type', 'active'])
}

/** A denial has reasons to deny; whatever else is done may also override what the engine said. */
function refuseReasons(
  known: readonly Reason[],
  { reasonCodes = [], financeDecision }: MoveInput,
): void {
  const denies = financeDecision === 'DENIED' || financeDecision === 'DENIED_SERVICE'
  const types: readonly string[] = denies ? ['DENY'] : ['DENY', 'OVERRIDE']
  reasonCodes.forEach((code, at) => {
    const found = known.find((reason) => reason.code === code)
    const pointer = `/reasonCodes/${at}`
    if (found === undefined) invalid(pointer, 'NOT_FOUND', 'There is no such reason code')
    if (!found.active) invalid(pointer, 'NOT_ALLOWED', 'The reason code is not active')
    if (!types.includes(found.type)) {
      invalid(pointer, 'NOT_ALLOWED', `Its type is ${found.type}, not ${types.join(' or ')}`)
    }
  })
}
