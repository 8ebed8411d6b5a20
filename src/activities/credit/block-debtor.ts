import type { BlockedProduct, BlockScope } from '../../domain/credit/limits.ts'
import { normalisedNumber } from '../../domain/debtors/identification-number.ts'
import { invalid } from '../../domain/refusal.ts'
import { Client } from '../../entities/client.ts'
import { DebtorBlocked } from '../../entities/debtor-blocked.ts'
import { tenantOf, todayOf } from '../access/tenant-of.ts'
import { knownReason } from '../invoices/known-reason.ts'
import type { Unit } from '../unit.ts'

export interface NewBlock {
  identificationNumber: string
  countryCode?: string | undefined
  scope?: BlockScope | undefined
  clientId?: string | undefined
  products: readonly BlockedProduct[]
  reasonCode?: string | undefined
  comment: string
  blockedFrom?: string | undefined
}

/** From its day on the products are not done with this identity: by one client, or by all. */
export async function blockDebtor(unit: Unit, body: NewBlock): Promise<DebtorBlocked> {
  const clientId = await clientOfBlock(unit, body)
  const countryCode = body.countryCode ?? (await tenantOf(unit)).countryCode
  const identificationNumber = normalisedNumber(body.identificationNumber, countryCode)
  if (identificationNumber === '') {
    invalid('/identificationNumber', 'NO_NUMBER', 'It holds no letter and no digit')
  }
  await knownReason(unit, body.reasonCode)
  return unit.add(DebtorBlocked, {
    identificationNumber,
    countryCode,
    scope: clientId === null ? 'TENANT' : 'CLIENT',
    clientId,
    products: [...new Set(body.products)],
    reasonCode: body.reasonCode ?? null,
    comment: body.comment,
    blockedFrom: body.blockedFrom ?? (await todayOf(unit)),
    blockedBy: unit.principal.id,
  })
}

/** However the number was written, the one block of it. */
export async function blockOf(unit: Unit, written: string): Promise<DebtorBlocked> {
  const exact = await unit.find(DebtorBlocked, { identificationNumber: written })
  if (exact !== null) return exact
  const { countryCode } = await tenantOf(unit)
  const identificationNumber = normalisedNumber(written, countryCode)
  return unit.load(DebtorBlocked, { identificationNumber })
}

/**
 * A caller bound to a client blocks for that one; anybody else for all, or for the one they name.
 */
async function clientOfBlock(unit: Unit, { scope, clientId }: NewBlock): Promise<string | null> {
  const bound = unit.principal.clientId
  if (bound !== null) {
    if (clientId !== undefined) {
      invalid('/clientId', 'COMES_FROM_TOKEN', 'The client is that of the token')
    }
    if (scope === 'TENANT') invalid('/scope', 'NOT_ALLOWED', 'A client blocks for itself only')
    return bound
  }
  if (scope === 'TENANT' && clientId !== undefined) {
    invalid('/clientId', 'NOT_ALLOWED', 'A block of the whole tenant names no client')
  }
  if (scope === 'CLIENT' && clientId === undefined) {
    invalid('/clientId', 'REQUIRED', 'Say for which client')
  }
  return clientId === undefined ? null : (await unit.load(Client, clientId, '/clientId')).id
}
