import type { z } from 'zod'
import { shippedMethods } from '../../domain/payments/method.ts'
import { PaymentMethod } from '../../entities/payment-method.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { change } from '../../kernel/read/fields.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** A tenant begins with every method there is. Not logged: the code has them too. */
export async function addShippedMethods(unit: Unit): Promise<void> {
  const rows = shippedMethods.flatMap(({ directions, ...method }) =>
    directions.map((direction) => ({ id: unit.newId('PaymentMethod'), direction, ...method })),
  )
  const literal = (words: readonly string[]) => `{${words.join(',')}}`
  await unit.transaction.query(
    `insert into payment_method
       (tenant_id, id, code, direction, enabled, countries, currencies, created_at, updated_at)
     select $1, m.id, m.code, m.direction, m.enabled,
       m.countries::text[], m.currencies::text[], $8, $8
     from unnest($2::uuid[], $3::text[], $4::text[], $5::boolean[], $6::text[], $7::text[])
       as m (id, code, direction, enabled, countries, currencies)`,
    [
      unit.tenantId,
      rows.map(({ id }) => id),
      rows.map(({ code }) => code),
      rows.map(({ direction }) => direction),
      rows.map(({ enabled }) => enabled),
      rows.map(({ countries }) => literal(countries)),
      rows.map(({ currencies }) => literal(currencies)),
      unit.now,
    ],
  )
}

export const updatePaymentMethodInput = bodyOf(PaymentMethod, [
  'enabled',
  'countries',
  'currencies',
]).partial()

/** Whether it is in use, and of whom and in what it takes money; which method it is stays. */
export async function updatePaymentMethod(
  unit: Unit,
  id: string,
  sent: z.output<typeof updatePaymentMethodInput>,
): Promise<PaymentMethod> {
  return change(await unit.load(PaymentMethod, id), sent)
}
