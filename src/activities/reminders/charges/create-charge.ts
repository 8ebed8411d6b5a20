import { z } from 'zod'
import { isBound } from '../../../domain/access/scope.ts'
import { hasPlacesOf, minorOf } from '../../../domain/money.ts'
import { vatTreatments } from '../../../domain/pricing/price.ts'
import { invalid, refuse } from '../../../domain/refusal.ts'
import { Charge } from '../../../entities/charge.ts'
import { Client } from '../../../entities/client.ts'
import { currencyCode, positiveAmountSent, signedAmountSent } from '../../../kernel/read/amounts.ts'
import { bodyOf } from '../../../kernel/read/body.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { refuseClosedClient } from '../../access/refuse-closed-client.ts'
import { priceBookOf } from '../../pricing/price-book.ts'
import { vatFactsOf } from './generate-charges.ts'
import { priced, vatOf } from './price-charge.ts'

export const createChargeInput = bodyOf(Charge, ['clientId', 'chargeType', 'quantity', 'text'], {
  quantity: 1,
  text: '',
}).extend({
  ...bodyOf(Charge, ['chargeDate']).partial().shape,
  currency: currencyCode.optional(),
  /** What it is charged for, where its price is a percentage or hangs on a bracket. */
  basisAmount: positiveAmountSent.optional(),
  /** Without it the price list says what it costs; below zero it makes good what was billed. */
  amount: signedAmountSent.optional(),
  vatTreatment: z.enum(vatTreatments).optional(),
})

/** As of amounts that are sent: so many digits before the point. */
const amountMost = '99999999999999'

/** A charge that a person enters, which waits to be authorised as all others. */
export async function createCharge(
  unit: Unit,
  sent: z.output<typeof createChargeInput>,
): Promise<Charge> {
  const { clientId, chargeType, quantity, text, amount, vatTreatment } = sent
  const client = await unit.load(Client, clientId, '/clientId')
  if (isBound(unit.scope)) refuse('FOR_THE_TENANT_ALONE')
  await refuseClosedClient(unit, clientId)
  const currency = sent.currency ?? (await unit.tenant()).currency
  const today = await unit.today()
  const day = sent.chargeDate ?? today
  if (day > today) invalid('/chargeDate', 'IN_FUTURE', 'It is charged for once it has happened')
  const basis = minorIn(currency, sent.basisAmount ?? '0', '/basisAmount')
  const vat = await vatFactsOf(unit, clientId)
  const of = { chargeType, day, currency, quantity, basis, volume: quantity }
  const terms =
    amount === undefined
      ? (priced(await priceBookOf(unit, client, day), vat, of) ?? refuse('CHARGE_WITHOUT_PRICE'))
      : { amount: minorIn(currency, amount, '/amount'), ...vatOf(chargeType, null, vat, day) }
  if (terms.amount > minorOf(amountMost, currency)) {
    invalid('/quantity', 'TOO_MUCH', 'It comes to more than an amount can be')
  }
  const said = vatTreatment === undefined ? {} : vatOf(chargeType, vatTreatment, vat, day)
  return unit.add(Charge, {
    clientId,
    chargeType,
    sourceType: 'MANUAL',
    period: '',
    quantity,
    basisAmount: basis,
    volume: quantity,
    ...terms,
    ...said,
    currency,
    chargeDate: day,
    status: 'GENERATED',
    text,
    createdBy: unit.principal.id,
  })
}

function minorIn(currency: string, sent: string, pointer: string): bigint {
  if (!hasPlacesOf(sent, currency)) {
    invalid(pointer, 'TOO_EXACT', `More places than ${currency} has`)
  }
  return minorOf(sent, currency)
}
