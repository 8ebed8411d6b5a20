import { decimal } from '../../../domain/money.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { PaymentMethod, PaymentMethodConfiguration } from '../../../entities/payment-method.ts'
import type { PaymentRequest } from '../../../entities/payment-request.ts'
import { byField, rowsOf } from '../../../kernel/read/rows.ts'
import type { Runtime } from '../../../kernel/write/runtime.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { decryptSecret } from '../../../ports/keys/secrets.ts'
import {
  RailAway,
  type Rail,
  type RailRequest,
  type RailStanding,
} from '../../../ports/rails/rails.ts'
import type { Outcome } from './apply-outcomes.ts'
import { callbackOf } from './callback-of.ts'
import { processKeyOf } from './create-request.ts'

/** A request as its rail is told of it, with whose rail that is. */
export interface Carried {
  provider: string
  request: RailRequest
}

/** What rails have to know of requests, for all of them at once. */
export function carriedBy(unit: Unit, requests: readonly PaymentRequest[]): Promise<Carried[]> {
  return unit.widened(async () => {
    const ids = (field: 'methodId' | 'configurationId') => [
      ...new Set(requests.map((request) => request[field])),
    ]
    const claimIds = requests.flatMap(({ claimId }) => claimId ?? [])
    const [methods, configurations, invoices] = await Promise.all([
      rowsOf(unit, PaymentMethod, { id: ids('methodId') }, ['id', 'code']),
      rowsOf(unit, PaymentMethodConfiguration, { id: ids('configurationId') }, [
        'id',
        'providerCode',
        'credentials',
      ]),
      rowsOf(unit, Invoice, { id: claimIds }, ['id', 'invoiceNumber']),
    ])
    const codes = byField(methods, 'id')
    const agreed = byField(configurations, 'id')
    const numbers = byField(invoices, 'id')
    return requests.map((request) => {
      const { id, direction, currency, expiresAt, payerAlias: alias = null } = request
      const { providerCode: provider, credentials } = agreed.get(request.configurationId)!
      return {
        provider,
        request: {
          tenantId: unit.tenantId,
          id,
          reference: processKeyOf(request),
          direction,
          method: codes.get(request.methodId)!.code,
          amount: decimal(request.amount, currency),
          currency,
          alias,
          text: numbers.get(request.claimId ?? '')?.invoiceNumber ?? id,
          expiresAt,
          externalId: request.externalId ?? null,
          credentials: credentialsOf(unit, request.configurationId, credentials),
        },
      }
    })
  })
}

function credentialsOf(
  { runtime: { keys }, tenantId }: Unit,
  id: string,
  sealed: string | null | undefined,
): Record<string, string> {
  if (sealed == null) return {}
  const place = { tenantId, id, table: 'payment_method_configuration', column: 'credentials' }
  return JSON.parse(decryptSecret(keys, sealed, place).toString('utf8')) as Record<string, string>
}

/** Nobody knows what a rail has done that does not answer: it is asked again. */
export async function askRail(
  { rails, log }: Runtime,
  { provider, request }: Carried,
  ask: (rail: Rail) => Promise<RailStanding>,
): Promise<Outcome | 'AWAY'> {
  const { id: requestId, reference } = request
  const rail = rails.get(provider)
  if (rail === undefined) {
    const reason = `The platform has no rail ${provider}`
    return { requestId, status: 'FAILED', reason }
  }
  try {
    return { requestId, ...(await ask(rail)) }
  } catch (error) {
    if (!(error instanceof RailAway)) throw error
    log.warn({ err: error, reference }, 'a rail cannot be reached')
    return 'AWAY'
  }
}

/** Sends it over its rail, which may tell us by an event how it ended before this has. */
export const sendAtRail = (runtime: Runtime, carried: Carried, now: Date) =>
  askRail(runtime, carried, async (rail) =>
    rail.send(carried.request, await callbackOf(runtime, carried.request.tenantId, now)),
  )
