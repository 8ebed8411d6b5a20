import { isDeepStrictEqual } from 'node:util'
import { isNarrowed } from '../../domain/access/scope.ts'
import {
  askedSeen,
  lifeOfRequest,
  repetitionMs,
  requestExpiresAfterMs,
  requestsMax,
} from '../../domain/automation/internal-request.ts'
import { refuse } from '../../domain/refusal.ts'
import { InternalRequest } from '../../entities/internal-request.ts'
import type { SecondAsked } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { fingerprintOf } from '../../ports/keys/fingerprints.ts'
import { refusalNow } from '../access/may-still-act.ts'
import { actedByCaller, sameAsCaller } from '../access/who-is-behind.ts'

/**
 * Undefined if another person has asked for the same, with the same effect, so that it is done;
 * otherwise the request that waits. Both persons need the right of the operation. The caller holds
 * the lock of the topic and subject.
 */
export async function decide(unit: Unit, asked: SecondAsked): Promise<InternalRequest | undefined> {
  const { topic, subject, payload, would, confirms } = asked
  const { type: subjectType, id: subjectId } = subject
  const { keys } = unit.runtime
  const payloadHash = fingerprintOf(keys, payload)
  const effectHash = fingerprintOf(keys, would.essence)
  const same = { topic, subjectType, subjectId, payloadHash }
  // All about the subject, in the order of their ids: what is agreed to may end the others.
  const all = await unit.locked(InternalRequest, { subjectType, subjectId, status: 'OPEN' })
  const open = all.find((one) => one.topic === topic && one.payloadHash === payloadHash)
  if (confirms !== undefined && confirms !== open?.id) await refuseOther(unit, confirms, asked)
  const stands = open !== undefined && open.expiresAt > unit.now && (await stillStands(unit, open))
  if (open === undefined && asked.isState !== true) await refuseRepetition(unit, same)
  const isSame = stands && (await sameAsCaller(unit, [open.requestedBy])).size > 0
  if (stands && open.effectHash === effectHash) {
    if (isSame) refuse('SAME_APPROVER', { existingId: open.id })
    const status = lifeOfRequest.move(open.status, 'approve')
    Object.assign(open, { status, decidedBy: unit.principal.id, decidedAt: unit.now })
    unit.signal('expireRequest', open.id, 'closed')
    return undefined
  }
  if (open !== undefined) {
    if (open.expiresAt > unit.now) unit.signal('expireRequest', open.id, 'closed')
    open.status = lifeOfRequest.move(open.status, stands ? 'cancel' : 'expire')
    if (stands) open.comment = 'What it would do has changed'
    await unit.flush()
  }
  await refuseFull(
    unit,
    all.filter((one) => one.topic === topic && one.status === 'OPEN' && one.expiresAt > unit.now),
  )
  return ask(unit, asked, { payloadHash, effectHash, renewsId: stands ? open.id : null })
}

async function refuseFull(unit: Unit, waiting: readonly InternalRequest[]): Promise<void> {
  if (waiting.length < requestsMax) return
  const askers = waiting.map(({ requestedBy }) => requestedBy)
  const own = await actedByCaller(unit, askers)
  if (askers.filter((asker) => own.has(asker)).length >= requestsMax) refuse('REQUESTS_FULL')
}

type Told = Pick<InternalRequest, 'payloadHash' | 'effectHash' | 'renewsId'>

function ask(unit: Unit, asked: SecondAsked, told: Told): InternalRequest {
  const { topic, subject, payload, told: shown = payload, would, right } = asked
  const { clientId } = subject
  const made = unit.add(InternalRequest, {
    ...told,
    topic,
    subjectType: subject.type,
    subjectId: subject.id,
    clientId,
    status: 'OPEN',
    asked: shown,
    wouldDo: would.rows,
    comment: null,
    requestedBy: unit.principal.id,
    requestedByName: unit.principal.name.slice(0, 200),
    openedBy: right ?? unit.scope.openedBy ?? null,
    expiresAt: new Date(unit.now.getTime() + requestExpiresAfterMs),
  })
  unit.start('expireRequest', made.id, clientId === null ? {} : { RxClient: clientId })
  return made
}

/** Who is gone or has lost the right since has asked for nothing any more. */
async function stillStands(
  unit: Unit,
  { requestedBy: principalId, openedBy = null, clientId = null }: InternalRequest,
): Promise<boolean> {
  return (await refusalNow(unit, { principalId, openedBy, clientId })) === undefined
}

/** The caller names a request: one that is closed, or asks for something else. */
async function refuseOther(unit: Unit, id: string, wanted: SecondAsked): Promise<never> {
  const named = await unit.find(InternalRequest, { id })
  if (named !== null && named.status !== 'OPEN') refuse('REQUEST_NOT_OPEN', { existingId: id })
  if (named === null) return refuse('REQUEST_DIFFERS')
  const isAboutIt = named.topic === wanted.topic && named.subjectId === wanted.subject.id
  if (!isAboutIt) return refuse('REQUEST_DIFFERS', { existingId: id, errors: [otherSubject] })
  return refuse('REQUEST_DIFFERS', { existingId: id, errors: differences(unit, named, wanted) })
}

const differs = (name: string, message: string) => ({
  pointer: `/${name}`,
  code: 'CONTENT_DIFFERS',
  message,
})
const otherSubject = differs('subjectId', 'The request is about something else')

/** By name alone, and only what the caller sees of what was asked for. */
function differences(unit: Unit, { topic, asked }: InternalRequest, wanted: SecondAsked) {
  const seen = (all: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
    isNarrowed(unit.scope) ? askedSeen(topic, all) : all
  const one = seen(asked)
  // As the row of a request keeps it.
  const other = seen(JSON.parse(JSON.stringify(wanted.told ?? wanted.payload)))
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((name) => !isDeepStrictEqual(one[name] ?? null, other[name] ?? null))
    .toSorted()
    .map((name) => differs(name, 'It is not as the request asks for it'))
}

type Same = Pick<InternalRequest, 'topic' | 'subjectType' | 'subjectId' | 'payloadHash'>

/** Of many who confirm at once the first has done it, and the others do not begin it anew. */
async function refuseRepetition(unit: Unit, same: Same): Promise<void> {
  const last = await unit.em.findOne(
    InternalRequest,
    { tenantId: unit.tenantId, ...same, status: 'APPROVED' },
    { orderBy: { decidedAt: 'desc' } },
  )
  if (last?.decidedAt == null) return
  const retryAllowedAt = new Date(last.decidedAt.getTime() + repetitionMs)
  if (retryAllowedAt > unit.now) {
    refuse('ALREADY_CONFIRMED', { existingId: last.id, retryAllowedAt })
  }
}
