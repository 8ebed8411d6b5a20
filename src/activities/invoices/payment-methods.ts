import { z } from 'zod'
import { id } from '../../kernel/read/fields.ts'
import type { WayToPay } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'

export const toggleMethodInput = z.strictObject({
  methodId: id('PaymentMethod'),
  enabled: z.boolean(),
})
export const toggleConfigurationInput = z.strictObject({
  configurationId: id('PaymentMethodConfiguration'),
  enabled: z.boolean(),
})

/** How one invoice can be paid, as was agreed with its client. */
export const waysToPay = (unit: Unit, invoiceId: string): Promise<WayToPay[]> =>
  unit.runtime.registered.invoiceMethods.list(unit, invoiceId)

/** Says for one invoice alone whether it can be paid so. */
export async function toggleMethod(
  unit: Unit,
  invoiceId: string,
  { enabled, ...of }: z.output<typeof toggleMethodInput>,
): Promise<WayToPay[]> {
  await unit.runtime.registered.invoiceMethods.toggle(unit, invoiceId, of, enabled)
  await unit.flush()
  return waysToPay(unit, invoiceId)
}

export async function toggleConfiguration(
  unit: Unit,
  invoiceId: string,
  { enabled, ...of }: z.output<typeof toggleConfigurationInput>,
): Promise<WayToPay[]> {
  await unit.runtime.registered.invoiceMethods.toggle(unit, invoiceId, of, enabled)
  await unit.flush()
  return waysToPay(unit, invoiceId)
}
