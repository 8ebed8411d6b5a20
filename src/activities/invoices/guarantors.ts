import type { z } from 'zod'
import {
  guarantorsMax,
  isSameNumber,
  numberOfGuarantor,
  refuseSettled,
} from '../../domain/invoices/guarantor.ts'
import { hasPlacesOf, minorOf } from '../../domain/money.ts'
import { invalid, refuse } from '../../domain/refusal.ts'
import { Debtor } from '../../entities/debtor.ts'
import { InvoiceGuarantor } from '../../entities/invoice-guarantor.ts'
import { Invoice } from '../../entities/invoice.ts'
import { positiveAmountSent } from '../../kernel/read/amounts.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { change } from '../../kernel/read/fields.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { postalAddress, withoutEmpty } from '../clients/create-client.ts'

export const createGuarantorInput = bodyOf(InvoiceGuarantor, [
  'name',
  'type',
  'countryCode',
  'identificationNumber',
  'email',
])
  .partial({ countryCode: true })
  .extend({ address: postalAddress.nullish(), limitAmount: positiveAmountSent.nullish() })

export const updateGuarantorInput = bodyOf(InvoiceGuarantor, [
  'name',
  'type',
  'countryCode',
  'identificationNumber',
  'email',
  'status',
])
  .extend({ address: postalAddress.nullable(), limitAmount: positiveAmountSent.nullable() })
  .partial()

export async function createGuarantor(
  unit: Unit,
  invoiceId: string,
  sent: z.output<typeof createGuarantorInput>,
): Promise<InvoiceGuarantor> {
  const invoice = await loadHeld(unit, Invoice, invoiceId)
  refuseSettled(invoice.mainStatus)
  const { address, limitAmount, email = null, ...facts } = sent
  const countryCode = sent.countryCode ?? (await unit.tenant()).countryCode
  const there = await unit.all(InvoiceGuarantor, { invoiceId })
  if (there.length >= guarantorsMax) refuse('GUARANTORS_FULL')
  return unit.add(InvoiceGuarantor, {
    ...facts,
    email,
    invoiceId,
    clientId: invoice.clientId,
    countryCode,
    normalNumber: await numberOf(unit, invoice, { ...sent, countryCode }),
    address: withoutEmpty(address),
    limitAmount: limitOf(invoice, limitAmount ?? null),
    currency: invoice.baseCurrency,
    status: 'ACTIVE',
  })
}

/** Releasing somebody is possible for as long as there is a claim to be released from. */
export async function updateGuarantor(
  unit: Unit,
  { invoiceId, id }: { invoiceId: string; id: string },
  { address, limitAmount, ...sent }: z.output<typeof updateGuarantorInput>,
): Promise<InvoiceGuarantor> {
  const invoice = await loadHeld(unit, Invoice, invoiceId)
  const guarantor = await unit.load(InvoiceGuarantor, { id, invoiceId })
  refuseSettled(invoice.mainStatus)
  change(guarantor, sent)
  const named = identifying.find((field) => sent[field] !== undefined)
  if (named !== undefined) {
    guarantor.normalNumber = await numberOf(unit, invoice, guarantor, `/${named}`)
  }
  if (address !== undefined) guarantor.address = withoutEmpty(address)
  if (limitAmount !== undefined) guarantor.limitAmount = limitOf(invoice, limitAmount)
  return guarantor
}

/** The debtor may have become who was released before. */
const identifying = ['identificationNumber', 'countryCode', 'status'] as const

type Numbered = Pick<InvoiceGuarantor, 'identificationNumber' | 'countryCode'> &
  Partial<Pick<InvoiceGuarantor, 'status'>>

/** A debtor does not guarantee for itself. */
async function numberOf(
  unit: Unit,
  { debtorId }: Invoice,
  { identificationNumber, countryCode, status = 'ACTIVE' }: Numbered,
  pointer = '/identificationNumber',
): Promise<string> {
  const number = numberOfGuarantor({ identificationNumber, countryCode }, pointer)
  if (status === 'RELEASED') return number
  const { identificationNumber: debtors } = await unit.load(Debtor, debtorId)
  if (isSameNumber(number, countryCode, debtors)) {
    invalid(pointer, 'IS_DEBTOR', 'The debtor owes it anyway')
  }
  return number
}

function limitOf({ baseCurrency }: Invoice, sent: string | null): bigint | null {
  if (sent === null) return null
  if (!hasPlacesOf(sent, baseCurrency)) {
    invalid('/limitAmount', 'TOO_PRECISE', `More decimals than ${baseCurrency} has`)
  }
  const limit = minorOf(sent, baseCurrency)
  return limit > 0n ? limit : invalid('/limitAmount', 'NOT_POSITIVE', 'It has to be above zero')
}
