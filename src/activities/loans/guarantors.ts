import { z } from 'zod'
import { guarantorsMax, isSameNumber, numberOfGuarantor } from '../../domain/invoices/guarantor.ts'
import { invalid } from '../../domain/refusal.ts'
import { LoanGuarantor, type BusinessLoan } from '../../entities/business-loan.ts'
import { Client } from '../../entities/client.ts'
import { positiveAmountSent } from '../../kernel/read/amounts.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { amountToMove } from '../clients/accounts/amount-in.ts'

export const guarantorsSent = z
  .array(
    bodyOf(LoanGuarantor, ['name', 'type', 'countryCode', 'identificationNumber', 'email'])
      .partial({ countryCode: true })
      .extend({ limitAmount: positiveAmountSent.nullish() }),
  )
  .max(guarantorsMax)

type Sent = z.output<typeof guarantorsSent>

/** They become who guarantees for the loan: whoever is not among them any more is released. */
export async function sayGuarantors(unit: Unit, loan: BusinessLoan, sent: Sent): Promise<void> {
  const tenant = await unit.tenant()
  const { identificationNumber: clients } = await unit.load(Client, loan.clientId)
  const there = await unit.all(LoanGuarantor, { businessLoanId: loan.id })
  const seen = new Set<string>()
  for (const [n, { limitAmount = null, email = null, ...facts }] of sent.entries()) {
    const at = `/guarantors/${n}`
    const countryCode = facts.countryCode ?? tenant.countryCode
    const pointer = `${at}/identificationNumber`
    const normalNumber = numberOfGuarantor({ ...facts, countryCode }, pointer)
    if (isSameNumber(normalNumber, countryCode, clients)) {
      invalid(pointer, 'IS_CLIENT', 'The client owes it anyway')
    }
    const key = `${countryCode} ${normalNumber}`
    if (seen.has(key)) invalid(at, 'TWICE', 'Nobody guarantees for a loan twice')
    seen.add(key)
    const limit =
      limitAmount === null ? null : amountToMove(limitAmount, loan.currency, `${at}/limitAmount`)
    const said = { ...facts, email, countryCode, normalNumber, limitAmount: limit }
    const found = there.find((one) => `${one.countryCode} ${one.normalNumber}` === key)
    if (found !== undefined) Object.assign(found, said, { status: 'ACTIVE' })
    else {
      const { id: businessLoanId, clientId, currency } = loan
      unit.add(LoanGuarantor, { ...said, businessLoanId, clientId, currency, status: 'ACTIVE' })
    }
  }
  for (const one of there) {
    if (!seen.has(`${one.countryCode} ${one.normalNumber}`)) one.status = 'RELEASED'
  }
}
