import Big from 'big.js'
import {
  businessDayFrom,
  daysBetween,
  plusDays,
  type BusinessDate,
  type ClosedDays,
} from '../dates.ts'
import { shareOf } from '../money.ts'

/** The terms of a client's product that a purchase is made on. */
export interface Terms {
  recourse: boolean
  recourseDays?: number | null | undefined
  advanceRate: string
  commissionRate: string
  commissionVatRate: string
}

export interface Financing {
  gross: bigint
  advance: bigint
  reserve: bigint
  commission: bigint
  commissionVat: bigint
}

/**
 * What is paid now, held back and charged. What is not advanced is held, so that the sum is exact.
 */
export function financingOf(gross: bigint, terms: Terms): Financing {
  const advance = shareOf(gross, terms.advanceRate)
  const commission = shareOf(gross, terms.commissionRate)
  const commissionVat = shareOf(commission, terms.commissionVatRate)
  return { gross, advance, reserve: gross - advance, commission, commissionVat }
}

/** The rate of VAT on what is charged, in per cent, by which the books know it. */
export const vatRateOf = ({ commissionVatRate }: Pick<Terms, 'commissionVatRate'>): string =>
  new Big(commissionVatRate).times(100).toFixed()

/** The day from which the client must take the claim back; none if sold without recourse. */
export function recourseDateOf(
  { dueDate, expireDate }: { dueDate?: BusinessDate | null | undefined; expireDate: BusinessDate },
  terms: Pick<Terms, 'recourse' | 'recourseDays'>,
  isClosed: ClosedDays,
): BusinessDate | null {
  if (!terms.recourse) return null
  return businessDayFrom(plusDays(dueDate ?? expireDate, terms.recourseDays ?? 0), isClosed)
}

interface DueAndRecourse {
  dueDate?: BusinessDate | null | undefined
  recourseDate?: BusinessDate | null | undefined
}

/** The recourse date keeps its distance to the due date when the due date moves. */
export function recourseDateMoved(
  { dueDate, recourseDate }: DueAndRecourse,
  to: BusinessDate,
  isClosed: ClosedDays,
): BusinessDate | null {
  if (recourseDate == null || dueDate == null) return recourseDate ?? null
  return businessDayFrom(plusDays(recourseDate, daysBetween(dueDate, to)), isClosed)
}
