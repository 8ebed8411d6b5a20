import { z } from 'zod'
import { isBound } from '../../../domain/access/scope.ts'
import { refuse } from '../../../domain/refusal.ts'
import { lifeOfCharge } from '../../../domain/reminders/charge.ts'
import { Charge } from '../../../entities/charge.ts'
import { tableOf } from '../../../kernel/read/table.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'
import { requireSecond, type Pending } from '../../../kernel/write/pending.ts'
import { heldRows, setForm } from '../../../kernel/write/set-form.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { taskOf } from '../../task.ts'
import { chargeLists } from './lists.ts'

/** A person has looked at it, or nobody has to: it goes on the next bill. */
export const authorizing = setForm<Charge, object, null, Charge['status'], void>({
  ...heldRows(Charge),
  read: async () => null,
  rule: ({ status }) => lifeOfCharge.move(status, 'authorize'),
  write(unit, charge, status) {
    unit.update(Charge, charge, { status, authorizedBy: unit.principal.id })
  },
})

export const authorizeCharges = taskOf({
  kind: 'Charge',
  over: tableOf(Charge, chargeLists),
  input: z.object({}),
  one: authorizing.one,
  many: authorizing.many,
})

/** Before charges are authorised, where the tenant has that take two. */
export const secondForCharges = (
  unit: Unit,
  payload: Readonly<Record<string, unknown>>,
): Pending | undefined =>
  requireSecond(unit, {
    topic: 'CHARGES_AUTHORIZED',
    subject: { type: 'Tenant', id: unit.tenantId, clientId: unit.scope.clientId },
    payload,
  })

/** It is kept, so that what happened is not charged once more. */
export async function deleteCharge(unit: Unit, id: string): Promise<void> {
  const charge = await loadHeld(unit, Charge, id)
  if (isBound(unit.scope)) refuse('FOR_THE_TENANT_ALONE')
  charge.status = lifeOfCharge.move(charge.status, 'delete')
}
