import { decimal } from '../../../domain/money.ts'
import { lifeOfInvoice } from '../../../domain/invoices/transitions.ts'
import {
  isOpenRequest,
  lifeOfPaymentRequest,
  type PaymentRequestStatus,
} from '../../../domain/payments/payment-request.ts'
import { BankruptClaim } from '../../../entities/bankrupt-claim.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { PaymentRequest } from '../../../entities/payment-request.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
import type { Task } from '../../../kernel/write/activity.ts'
import { inUnit } from '../../../kernel/write/in-unit.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { crashPoint } from '../../../ports/process/crash-point.ts'
import { aboutInvoice } from '../../about-invoice.ts'
import { applyOutcomes, type Outcome } from './apply-outcomes.ts'
import { askRail, carriedBy, sendAtRail, type Carried } from './at-the-rail.ts'
import { asRequests } from './callback-of.ts'

/** Where a request stands, and until when it may. */
export interface RequestStanding {
  status: PaymentRequestStatus
  expiresAt: number
  gone?: true
  /** What it asks for, for who looks at the process. */
  about?: string
}

/** Gives the request to its rail. A rail that has it already does nothing anew. */
export async function sendPaymentRequest(task: Task): Promise<RequestStanding> {
  const due = await carriedNow(task)
  if ('status' in due) return due
  if (due.standing.status !== 'CREATED') return due.standing
  if (!due.isOwed) return letGo(task, due, nothingOwed)
  const said = await sendAtRail(task.runtime, due.carried, task.now)
  if (said === 'AWAY') return due.standing
  crashPoint('at-rail', () => [task.entityId])
  return settled(task, async (unit) => {
    const [request] = await unit.held(PaymentRequest, [task.entityId])
    if (request?.status !== 'CREATED') return
    unit.update(PaymentRequest, request, {
      status: lifeOfPaymentRequest.move(request.status, 'send'),
      externalId: said.externalId ?? null,
      redirectUrl: said.redirectUrl ?? null,
      sentAt: unit.now,
    })
    await applyOutcomes(unit, [said])
  })
}

/** Asks the rail how it is. */
export async function refreshPaymentRequest(task: Task): Promise<RequestStanding> {
  const due = await carriedNow(task)
  if ('status' in due) return due
  if (!isOpenRequest(due.standing.status)) return due.standing
  if (!due.isOwed) return letGo(task, due, nothingOwed)
  const said = await askRail(task.runtime, due.carried, (rail) => rail.status(due.carried.request))
  if (said === 'AWAY') return due.standing
  return settled(task, (unit) => applyOpen(unit, [said]))
}

/**
 * Its time is out: the rail is to forget it, and says if it was paid after all. A payer who pays
 * later is heard; a payout ends by what the rail says alone, so that none is sent twice.
 */
export async function expirePaymentRequest(task: Task): Promise<RequestStanding> {
  const due = await carriedNow(task)
  if ('status' in due) return due
  if (!isOpenRequest(due.standing.status)) return due.standing
  return letGo(task, due, { status: 'EXPIRED', reason: 'Nobody has paid in time' })
}

/** Somebody has said how it ended, or the claim for which it was asked has. */
export async function readPaymentRequest(task: Task): Promise<RequestStanding> {
  const due = await carriedNow(task)
  if ('status' in due) return due
  const isAsked = due.carried.request.direction === 'PULL' && isOpenRequest(due.standing.status)
  return isAsked ? letGo(task, due, nothingOwed) : due.standing
}

type Ending = Pick<Outcome, 'status' | 'reason'>

const nothingOwed: Ending = {
  status: 'CANCELLED',
  reason: 'Nothing is asked for on the claim any more',
}

async function letGo(
  task: Task,
  { standing, carried }: Due,
  ending: Ending,
): Promise<RequestStanding> {
  const said = await askRail(task.runtime, carried, (rail) => rail.cancel(carried.request))
  const isSent = carried.request.direction === 'PUSH'
  const isForgotten = said !== 'AWAY' && said.status === 'CANCELLED'
  const isLeft = said === 'AWAY' || said.status === 'PENDING'
  if (isLeft && isSent) return standing
  const ended: Outcome = { requestId: task.entityId, ...ending }
  return settled(task, (unit) => applyOpen(unit, [isForgotten || isLeft ? ended : said]))
}

/** What others said meanwhile stays. */
export async function applyOpen(unit: Unit, said: readonly Outcome[]): Promise<void> {
  const ids = said.map(({ requestId }) => requestId).toSorted()
  const held = await unit.held(PaymentRequest, ids)
  const open = new Set(
    held.filter(({ status }) => isOpenRequest(status)).map((request) => request.id),
  )
  await applyOutcomes(
    unit,
    said.filter(({ requestId, status }) => open.has(requestId) || status === 'COMPLETED'),
  )
}

interface Due {
  standing: RequestStanding
  carried: Carried
  /** Whether the claim takes money, where money is asked for. */
  isOwed: boolean
}

async function carriedNow(task: Task): Promise<RequestStanding | Due> {
  const { runtime, tenantId, entityId } = task
  return inUnit(runtime, asRequests(tenantId), task, async (unit) => {
    const request = await unit.find(PaymentRequest, { id: entityId })
    if (request === null) return nowhere
    const [carried] = await carriedBy(unit, [request])
    const isOwed = await isOwedFor(unit, request)
    const { about } =
      request.claimType === 'INVOICE' ? await aboutInvoice(unit, request.claimId ?? '') : {}
    return {
      standing: { ...standingOf(request), about: aboutOf(request, about) },
      carried: carried!,
      isOwed,
    }
  })
}

async function isOwedFor(unit: Unit, { claimId }: PaymentRequest): Promise<boolean> {
  if (claimId == null) return true
  const [claim] = await rowsOf(unit, Invoice, { id: [claimId] }, ['mainStatus'])
  if (claim === undefined || !lifeOfInvoice.may(claim.mainStatus, 'close')) return false
  return (await unit.find(BankruptClaim, { invoiceId: claimId })) === null
}

function settled(task: Task, work: (unit: Unit) => Promise<void>): Promise<RequestStanding> {
  const { runtime, tenantId, entityId } = task
  return inUnit(runtime, asRequests(tenantId), task, async (unit) => {
    await work(unit)
    const request = await unit.find(PaymentRequest, { id: entityId })
    return request === null ? nowhere : standingOf(request)
  })
}

const aboutOf = ({ amount, currency, direction }: PaymentRequest, claim = '') =>
  `${direction} of ${decimal(amount, currency)} ${currency}${claim && `. ${claim}`}`

const nowhere: RequestStanding = { status: 'CANCELLED', expiresAt: 0, gone: true }

const standingOf = ({ status, expiresAt }: PaymentRequest): RequestStanding => ({
  status,
  expiresAt: expiresAt.getTime(),
})
