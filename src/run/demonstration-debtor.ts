import { matchDebtor } from '../activities/debtors/match-debtor.ts'
import { addLabel } from '../activities/system/add-label.ts'
import { createNote } from '../activities/system/create-note.ts'
import { createToDo } from '../activities/system/create-to-do.ts'
import { lockAssignees } from '../activities/system/who-may-open.ts'
import { dayIn, plusDays } from '../domain/dates.ts'
import { lifeOfToDo } from '../domain/system/to-do.ts'
import { Label } from '../entities/label.ts'
import { User } from '../entities/user.ts'
import type { Unit } from '../kernel/write/unit.ts'

const debtorSent = {
  customerNumber: '1001',
  name: 'Bergman Bygg AB',
  type: 'COMPANY',
  identificationNumber: '559999-3010',
  email: 'betalning@bergman.example',
} as const

/** A debtor with what people put beside the trade: labels, notes and to-dos, also one that is done. */
export async function debtorToLookAt(
  unit: Unit,
  clientId: string,
  administrator: string,
): Promise<string> {
  const { id: assigneeUserId } = await unit.load(User, { email: administrator })
  // Before the debtor, as the order of locks has it.
  await lockAssignees(unit, [assigneeUserId])
  const { id: targetId } = await matchDebtor(unit, clientId, debtorSent)
  const [watched, agreed] = [
    unit.add(Label, { name: 'Watch', colour: '#d1242f', scope: null }),
    unit.add(Label, { name: 'Pays by agreement', colour: '#1a7f37', scope: 'DEBTOR' }),
  ]
  await unit.flush()
  for (const { id } of [agreed, watched]) await addLabel(unit, 'DEBTOR', targetId, id)
  const on = { targetType: 'DEBTOR', targetId } as const
  await createNote(unit, {
    ...on,
    text: 'Asked for thirty days more in the spring, and kept to it.',
  })
  await createNote(unit, { ...on, text: 'Pays on Fridays.', visibility: 'CLIENT' })
  const { timeZone } = await unit.tenant()
  const dueDate = plusDays(dayIn(timeZone, unit.now), 7)
  const call = { title: 'Call about the new address', description: 'Ask for Astrid.' }
  await createToDo(unit, 'DEBTOR', { targetId, ...call, dueDate, assigneeUserId })
  const ask = { title: 'Ask for the annual accounts', description: '' }
  const done = await createToDo(unit, 'DEBTOR', { targetId, ...ask })
  Object.assign(done, {
    status: lifeOfToDo.move(done.status, 'resolve'),
    resolvedBy: unit.principal.id,
  })
  return targetId
}
