import type { z } from 'zod'
import { changedTerms, refuseCommission, sharesAfter } from '../../domain/clients/product.ts'
import { invalid } from '../../domain/refusal.ts'
import { ClientProduct } from '../../entities/client-product.ts'
import type { Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import { lockLimits, secondForLimits } from './second-for-limits.ts'

export const updateProductInput = bodyOf(ClientProduct, changedTerms).partial()
export type ProductChange = z.output<typeof updateProductInput>

const ofFinancing = ['advanceRate', 'reserveRate', 'limitsApply', 'manualControl'] as const

/**
 * Changes the terms of a product; what is financed keeps the old ones until the new are applied.
 */
export async function updateProduct(
  unit: Unit,
  id: string,
  sent: ProductChange,
): Promise<ClientProduct | Pending> {
  const pending = sent.limitsApply === false ? await secondForNoLimits(unit, id, sent) : undefined
  if (pending !== undefined) return pending
  const product = await unit.load(ClientProduct, id)
  refuseUnfitting(product, sent)
  const given = Object.entries(sent).filter(([, value]) => value !== undefined)
  return Object.assign(product, Object.fromEntries(given), sharesAfter(sent))
}

/** Without limits more is financed than with any. */
async function secondForNoLimits(
  unit: Unit,
  id: string,
  payload: ProductChange,
): Promise<Pending | undefined> {
  await lockLimits(unit)
  const [seen] = await rowsOf(unit, ClientProduct, { id: [id] }, ['clientId', 'limitsApply'])
  if (seen?.limitsApply !== true) return undefined
  const subject = { type: 'ClientProduct', id, clientId: seen.clientId }
  return secondForLimits(unit, [{ by: null }], { subject, payload })
}

function refuseUnfitting(product: ClientProduct, sent: ProductChange): void {
  const field = ofFinancing.find((name) => sent[name] !== undefined)
  if (product.family !== 'FINANCING' && field !== undefined) {
    invalid(`/${field}`, 'NOT_FOR_THIS_PRODUCT', `${product.productCode} finances nothing`)
  }
  const { commissionRate = product.commissionRate } = sent
  const { commissionVatRate = product.commissionVatRate } = sent
  const pointer = sent.commissionRate === undefined ? '/commissionVatRate' : '/commissionRate'
  refuseCommission({ commissionRate, commissionVatRate }, pointer)
  const { minTenorDays = product.minTenorDays, maxTenorDays = product.maxTenorDays } = sent
  if (minTenorDays != null && maxTenorDays != null && minTenorDays > maxTenorDays) {
    invalid('/maxTenorDays', 'BELOW_MINIMUM', 'The longest tenor is shorter than the shortest')
  }
}
