import type { z } from 'zod'
import { checkBilling } from '../../../domain/clients/handler.ts'
import { isNumberOf } from '../../../domain/identification-number.ts'
import { isBound } from '../../../domain/access/scope.ts'
import { invalid, notFound } from '../../../domain/refusal.ts'
import { ClientHandlerBilling } from '../../../entities/client-handler.ts'
import { percentSent } from '../../../kernel/read/amounts.ts'
import { bodyOf } from '../../../kernel/read/body.ts'
import { change } from '../../../kernel/read/fields.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { postalAddress, withoutEmpty } from '../create-client.ts'
import { lockHandlers } from './access-by-handler.ts'

export const billingOfHandlerInput = bodyOf(ClientHandlerBilling, [
  'countryCode',
  'identificationNumber',
  'name',
  'email',
  'billTo',
])
  .extend({ address: postalAddress.nullable(), commissionPercent: percentSent })
  .partial()

/** Made with the handler; nothing of it is there for people of clients. */
export const billingOfHandler = (unit: Unit, clientHandlerId: string) =>
  isBound(unit.scope) ? notFound() : unit.load(ClientHandlerBilling, { clientHandlerId })

export async function updateBillingOfHandler(
  unit: Unit,
  id: string,
  { address: sentAddress, ...sent }: z.output<typeof billingOfHandlerInput>,
): Promise<ClientHandlerBilling> {
  await lockHandlers(unit)
  const billing = change(await billingOfHandler(unit, id), sent)
  if (sentAddress !== undefined) billing.address = withoutEmpty(sentAddress)
  const { identificationNumber: number, countryCode: country } = billing
  if (number != null && !isNumberOf(number, country)) {
    invalid('/identificationNumber', 'NO_NUMBER', `It is no number of ${country}`)
  }
  checkBilling(billing)
  return billing
}
