import type { z } from 'zod'
import { SystemDebtor } from '../../entities/system-debtor.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { change } from '../../kernel/read/fields.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { systemDebtorNumbered } from '../system/system-debtor-numbered.ts'
import { addSystemDebtorEvent } from './add-system-debtor-event.ts'

export const updateSystemDebtorInput = bodyOf(SystemDebtor, [
  'name',
  'type',
  'ratingInternal',
]).partial()

/** Corrects who it is, or what the tenant thinks of it; its number is what it is known by, and stays. */
export async function updateSystemDebtor(
  unit: Unit,
  number: string,
  sent: z.output<typeof updateSystemDebtorInput>,
): Promise<SystemDebtor> {
  const debtor = await systemDebtorNumbered(unit, number)
  const { ratingInternal: before = null } = debtor
  const { ratingInternal: rating = before } = sent
  if (rating !== before) {
    await addSystemDebtorEvent(
      unit,
      debtor.id,
      'CREDIT_CHANGE',
      `${before ?? '-'} → ${rating ?? '-'}`,
    )
  }
  return change(debtor, sent)
}
