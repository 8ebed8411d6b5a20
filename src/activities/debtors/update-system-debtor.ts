import type { z } from 'zod'
import { SystemDebtor } from '../../entities/system-debtor.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { change } from '../../kernel/read/fields.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { systemDebtorNumbered } from '../system/system-debtor-numbered.ts'

export const updateSystemDebtorInput = bodyOf(SystemDebtor, ['name', 'type']).partial()

/** Corrects who it is; its number is what it is known by, and stays. */
export async function updateSystemDebtor(
  unit: Unit,
  number: string,
  sent: z.output<typeof updateSystemDebtorInput>,
): Promise<SystemDebtor> {
  return change(await systemDebtorNumbered(unit, number), sent)
}
