import type { MethodCode } from '../../domain/payments/method.ts'
import type { RailStatus, RequestDirection } from '../../domain/payments/payment-request.ts'

/** What a rail is to do, under a reference that is the same however often it is said. */
export interface RailRequest {
  tenantId: string
  /** Ours: the id of the payment request. */
  id: string
  /** The id with how often it was tried: a rail that knows it already does nothing anew. */
  reference: string
  direction: RequestDirection
  method: MethodCode
  /** In decimal notation. */
  amount: string
  currency: string
  /** By what it knows who pays, or is paid. */
  alias: string | null
  text: string
  expiresAt: Date
  /** What the rail calls it, once it has said so. */
  externalId: string | null
  /** By which the rail lets us in. */
  credentials: Readonly<Record<string, string>>
}

/** Where a request stands at the rail. */
export interface RailStanding {
  status: RailStatus
  externalId: string
  /** Where the payer goes on. */
  redirectUrl?: string | undefined
  /** Of money that moved; without, what was asked for. */
  amount?: string | undefined
  currency?: string | undefined
  reason?: string | undefined
}

/** As the body of `PUT /events/payment-request-complete` has it. */
export interface RailEvent {
  eventId: string
  paymentRequestId: string
  status: Exclude<RailStatus, 'PENDING'>
  amount?: string | undefined
  currency?: string | undefined
  externalId?: string | undefined
  reason?: string | undefined
}

/** Where a rail tells how a request ended, and the token that lets it in there, for a day. */
export interface Callback {
  url: string
  token: string
}

/**
 * What carries payments. Each verb may be asked again for the same reference and then moves no
 * money twice; `status` and `cancel` say COMPLETED of what was paid, whatever was wanted. Who cannot
 * be reached throws `RailAway`, and is asked again later. What a rail cannot tell at the callback,
 * it says when it is asked. `test/rails/contract.ts` tries it all.
 */
export interface Rail {
  send(request: RailRequest, callback: Callback): Promise<RailStanding>
  status(request: RailRequest): Promise<RailStanding>
  cancel(request: RailRequest): Promise<RailStanding>
}

/** It did not answer, or not as rails do: nobody knows what it has done. */
export class RailAway extends Error {
  override name = 'RailAway'
}

/** By the code of the provider in the configuration of a method. */
export type Rails = ReadonlyMap<string, Rail>
