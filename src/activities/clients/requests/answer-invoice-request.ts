import { z } from 'zod'
import { isBound } from '../../../domain/access/scope.ts'
import {
  checkReason,
  commentsMax,
  lifeOfInvoiceRequest,
  modulesOfRequests,
  type InvoiceRequestType,
} from '../../../domain/clients/invoice-request.ts'
import { notFound, refuse } from '../../../domain/refusal.ts'
import { ClientInvoiceRequest } from '../../../entities/client-invoice-request.ts'
import { code, filled, id } from '../../../kernel/read/fields.ts'
import { hold, loadHeld } from '../../../kernel/write/hold.ts'
import { Pending } from '../../../kernel/write/pending.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { sameAsCaller } from '../../access/who-is-behind.ts'
import { whosePrincipal } from '../../access/whose-principal.ts'
import { knownReason } from '../../distribution/known-reason.ts'
import { refuseSwitchedOff } from '../../system/settings/read-modules.ts'
import { addComment } from './comment-on-request.ts'
import { askedOfInvoice, checkData } from './create-invoice-request.ts'

export const answerInvoiceRequestInput = z
  .strictObject({
    status: z
      .enum(['IN_PROGRESS', 'ACCEPTED', 'DECLINED', 'DONE'])
      .meta({ example: 'IN_PROGRESS' }),
    text: z.string().max(2000),
    data: askedOfInvoice,
    reasonCode: code,
    comment: filled(2000),
  })
  .partial()
  .meta({ example: { status: 'IN_PROGRESS', comment: 'We ask the debtor.' } })
type Answer = z.output<typeof answerInvoiceRequestInput>

/**
 * Whoever asked rewrites it as long as it is open, and the tenant's people answer it. One that is
 * accepted does what was asked for, in the same transaction: the refusal of that is the answer.
 */
export async function answerInvoiceRequest(
  unit: Unit,
  requestId: string,
  sent: Answer,
): Promise<ClientInvoiceRequest | Pending> {
  checkReason(sent.status, sent.reasonCode)
  const pending = sent.status === 'ACCEPTED' ? await secondToAccept(unit, requestId, sent) : null
  if (pending != null) return pending
  const request = await loadHeld(unit, ClientInvoiceRequest, requestId)
  await rewrite(unit, request, sent)
  if (sent.comment !== undefined) addComment(unit, request, sent.comment)
  const { status } = sent
  if (status === undefined) return request
  await refuseOwn(unit, [request])
  if (status === 'DECLINED') return decline(unit, request, sent.reasonCode)
  if (status === 'ACCEPTED') return accept(unit, request)
  request.status = lifeOfInvoiceRequest.move(request.status, status === 'DONE' ? 'finish' : 'begin')
  return request
}

async function rewrite(unit: Unit, request: ClientInvoiceRequest, { text, data }: Answer) {
  if (text === undefined && data === undefined) return
  lifeOfInvoiceRequest.move(request.status, 'change')
  await refuseOthersWords(unit, request)
  request.text = text ?? request.text
  if (data === undefined) return
  await checkData(unit, { type: request.type, data }, request.clientId)
  request.data = data
}

/** What a client asked for is not what somebody of the tenant makes of it, nor the other way round. */
async function refuseOthersWords(unit: Unit, { requestedBy }: ClientInvoiceRequest): Promise<void> {
  const other = isBound(unit.scope) ? 'TENANT' : 'CLIENT'
  if ((await whosePrincipal(unit, requestedBy)) === other) refuse('INVOICE_REQUEST_OF_OTHERS')
}

async function accept(unit: Unit, request: ClientInvoiceRequest): Promise<ClientInvoiceRequest> {
  decide(unit, request, lifeOfInvoiceRequest.move(request.status, 'accept'))
  const { type, invoiceId, data } = request
  if (type === 'OTHER') return request
  const { act } = await workOf(unit, type)
  await act(unit, invoiceId, data)
  return request
}

/** What takes two people by hand takes them by a request as well, before it is held. */
async function secondToAccept(unit: Unit, requestId: string, sent: Answer) {
  const request = await unit.load(ClientInvoiceRequest, requestId)
  const { type, invoiceId, status } = request
  if (type === 'OTHER' || !lifeOfInvoiceRequest.may(status, 'accept')) return undefined
  if (unit.runtime.registered.invoiceRequests[type]?.second === undefined) return undefined
  await refuseOwn(unit, [request])
  const { second, right } = await workOf(unit, type)
  const pending = await second?.(unit, invoiceId, sent.data ?? request.data)
  return pending && new Pending({ ...pending.needed, right })
}

async function workOf(unit: Unit, type: Exclude<InvoiceRequestType, 'OTHER'>) {
  await refuseSwitchedOff(unit, modulesOfRequests[type])
  const work = unit.runtime.registered.invoiceRequests[type] ?? refuse('NOT_YET_IN_USE')
  // Nobody does by a request what they could not do themselves.
  const missingRights = unit.principal.lacks([work.right])
  if (missingRights.length > 0) {
    refuse('ACCESS_DENIED', { requiredRights: [work.right], missingRights })
  }
  return work
}

/** Nobody can do any more what was asked for; whoever made it so says why. */
export function endInvoiceRequest(unit: Unit, request: ClientInvoiceRequest, why: string): void {
  decide(unit, request, lifeOfInvoiceRequest.move(request.status, 'decline'))
  if (request.comments.length < commentsMax) addComment(unit, request, why)
}

async function decline(unit: Unit, request: ClientInvoiceRequest, reason: string | undefined) {
  decide(unit, request, lifeOfInvoiceRequest.move(request.status, 'decline'))
  await knownReason(unit, reason)
  request.reasonCode = reason ?? null
  return request
}

function decide(unit: Unit, request: ClientInvoiceRequest, status: ClientInvoiceRequest['status']) {
  Object.assign(request, { status, decidedBy: unit.principal.id, decidedAt: unit.now })
}

/** A client does not answer itself, and neither does whoever asked in its name, by any token. */
async function refuseOwn(unit: Unit, requests: readonly ClientInvoiceRequest[]): Promise<void> {
  const isOwn =
    isBound(unit.scope) ||
    (await sameAsCaller(unit, [...new Set(requests.map((each) => each.requestedBy))])).size > 0
  if (isOwn) refuse('INVOICE_REQUEST_OF_OWN')
}

export const declineInvoiceRequestsInput = z.strictObject({
  ids: z.array(id('ClientInvoiceRequest')).min(1).max(100),
  reasonCode: code.optional(),
  text: filled(2000).optional(),
})

/** All of them, or none. */
export async function declineInvoiceRequests(
  unit: Unit,
  { ids, reasonCode, text }: z.output<typeof declineInvoiceRequestsInput>,
): Promise<ClientInvoiceRequest[]> {
  const unique = [...new Set(ids)].toSorted()
  hold(unit, ClientInvoiceRequest, unique)
  const found = await unit.all(ClientInvoiceRequest, { id: unique })
  const known = new Map(found.map((request) => [request.id, request]))
  const named = ids.map((one, at) => known.get(one) ?? notFound(`/ids/${at}`))
  await refuseOwn(unit, found)
  for (const request of found) {
    if (text !== undefined) addComment(unit, request, text)
    await decline(unit, request, reasonCode)
  }
  return [...new Set(named)]
}
