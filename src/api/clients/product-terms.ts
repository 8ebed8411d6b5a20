import { z } from 'zod'
import { productCodes } from '../../domain/clients/product.ts'
import { rateText } from '../../domain/money.ts'
import type { ClientProduct } from '../../entities/client-product.ts'
import { id, showVersioned, versionedView } from '../../kernel/read/fields.ts'

const rate = z.string().meta({ example: '0.9' })

/** The terms on which a product of a client is had. */
export const termsView = {
  id: id('ClientProduct'),
  clientId: id('Client'),
  productCode: z.enum(productCodes),
  enabled: z.boolean(),
  recourse: z.boolean(),
  recourseDays: z.int().nullable(),
  advanceRate: rate,
  reserveRate: rate,
  commissionRate: rate,
  commissionVatRate: rate,
  minTenorDays: z.int().nullable(),
  maxTenorDays: z.int().nullable(),
  limitsApply: z.boolean(),
  manualControl: z.boolean(),
  validFrom: z.iso.date(),
  ...versionedView,
}

export const showTerms = (product: ClientProduct) => ({
  id: product.id,
  clientId: product.clientId,
  productCode: product.productCode,
  enabled: product.enabled,
  recourse: product.recourse,
  recourseDays: product.recourseDays ?? null,
  advanceRate: rateText(product.advanceRate),
  reserveRate: rateText(product.reserveRate),
  commissionRate: rateText(product.commissionRate),
  commissionVatRate: rateText(product.commissionVatRate),
  minTenorDays: product.minTenorDays ?? null,
  maxTenorDays: product.maxTenorDays ?? null,
  limitsApply: product.limitsApply,
  manualControl: product.manualControl,
  validFrom: product.validFrom,
  ...showVersioned(product),
})
