import type { SpecificationRead } from '../../domain/payments/specification.ts'
import type { Apart } from '../apart/apart.ts'
import type { Streamed } from '../apart/kinds.ts'

/** What a list says that a payment in this currency is for. */
export async function readSpecification(
  apart: Apart,
  tenantId: string,
  bytes: Streamed,
  currency: string,
): Promise<SpecificationRead> {
  const given = { value: { currency }, parts: [bytes] }
  const { value } = await apart.do('specification', tenantId, given)
  return value as SpecificationRead
}
