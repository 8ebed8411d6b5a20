import { z } from 'zod'
import { plusDays } from '../../domain/dates.ts'
import { severities } from '../../domain/system/errand.ts'
import { entitiesOfTargets, type TargetType } from '../../domain/system/target.ts'
import { LabelAssignment } from '../../entities/label.ts'
import { UserGroup } from '../../entities/user-group.ts'
import { User } from '../../entities/user.ts'
import { filled, id, name } from '../../kernel/read/fields.ts'
import type { ActedOn, AutomationAction } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { addLabel, refuseOther } from './add-label.ts'
import { createNote, createNoteInput, refuseHidden } from './create-note.ts'
import { createToDo, createToDoInput } from './create-to-do.ts'
import { leaveErrand } from './leave-errand.ts'
import { refuseBlindAssignee } from './refuse-blind-assignee.ts'
import { targetOf } from './target-of.ts'

const ofToDo = createToDoInput
  .pick({ title: true, description: true, assigneeUserId: true, userGroupId: true })
  .extend({ dueInDays: z.int().min(0).max(365).optional().meta({ example: 3 }) })

const ofNote = createNoteInput.pick({ text: true, visibility: true })
const ofLabel = z.strictObject({ labelId: id('Label') })
const ofErrand = z.strictObject({
  title: name(100).meta({ example: 'Look at this invoice' }),
  severity: z.enum(severities).default('NORMAL'),
})
const ofMail = z.strictObject({
  userId: id('User'),
  subject: name(150).meta({ example: 'A large invoice was activated' }),
  text: filled(2000).meta({ example: 'Please look at it today.' }),
})

const alike = (...rights: string[]): Record<TargetType, readonly string[]> => ({
  INVOICE: rights,
  CLIENT: rights,
  DEBTOR: rights,
  SYSTEM_DEBTOR: rights,
  BUSINESS_LOAN: rights,
})

/** What automations can do about anything that carries notes, labels and to-dos. */
export const automationActions = {
  CREATE_TODO: {
    summary: 'Set a to-do on it',
    on: {
      INVOICE: ['UpdateInvoiceToDo'],
      CLIENT: ['CreateClientToDo'],
      DEBTOR: ['CreateDebtorToDo'],
      SYSTEM_DEBTOR: ['CreateSystemDebtorToDo'],
      BUSINESS_LOAN: ['CreateBusinessLoanToDo'],
    },
    params: ofToDo,
    check: namedAssignee,
    async act(unit: Unit, on: ActedOn, { dueInDays, ...said }: z.output<typeof ofToDo>) {
      const dueDate = dueInDays === undefined ? null : plusDays(await unit.today(), dueInDays)
      return createToDo(unit, on.type, { ...said, dueDate, targetId: on.id })
    },
  },
  CREATE_NOTE: {
    summary: 'Write a note on it',
    on: alike('CreateNote'),
    params: ofNote,
    check: async (unit: Unit, { visibility }: z.output<typeof ofNote>) =>
      refuseHidden(unit, visibility),
    act: (unit: Unit, { type: targetType, id: targetId }: ActedOn, said: z.output<typeof ofNote>) =>
      createNote(unit, { ...said, targetType, targetId }),
  },
  ADD_LABEL: {
    summary: 'Put a label on it; one that it has stays',
    on: {
      INVOICE: ['UpdateInvoiceLabels'],
      CLIENT: ['CreateClientLabels'],
      DEBTOR: ['CreateDebtorLabels'],
      SYSTEM_DEBTOR: ['CreateSystemDebtorLabels'],
      BUSINESS_LOAN: ['UpdateBusinessLoan'],
    },
    params: ofLabel,
    check: (unit: Unit, { labelId }: z.output<typeof ofLabel>, on: TargetType, pointer: string) =>
      refuseOther(unit, on, labelId, `${pointer}/labelId`),
    async act(unit: Unit, { type, id: targetId }: ActedOn, { labelId }: z.output<typeof ofLabel>) {
      if ((await unit.find(LabelAssignment, { targetId, labelId })) !== null) return
      await addLabel(unit, type, targetId, labelId)
    },
  },
  CREATE_ERRAND: {
    summary: 'Leave an errand about it; one of the same title that is open stays',
    on: alike('PerformSystemErrands'),
    forTheTenantAlone: true,
    params: ofErrand,
    act: leftErrand,
  },
  SEND_MAIL: {
    summary: 'Send a mail about it to a user of the tenant',
    on: alike('ReadUser', 'ReadUsers'),
    forTheTenantAlone: true,
    sends: true,
    params: ofMail,
    check: (unit: Unit, { userId }: z.output<typeof ofMail>, _: TargetType, pointer: string) =>
      unit.load(User, { id: userId }, `${pointer}/userId`),
    act: letterTo,
  },
} as const satisfies Readonly<Record<string, AutomationAction>>

async function namedAssignee(
  unit: Unit,
  { assigneeUserId, userGroupId }: z.output<typeof ofToDo>,
  _: TargetType,
  pointer: string,
): Promise<void> {
  if (assigneeUserId != null) {
    await unit.load(User, { id: assigneeUserId }, `${pointer}/assigneeUserId`)
  }
  if (userGroupId != null) await unit.load(UserGroup, { id: userGroupId }, `${pointer}/userGroupId`)
}

async function leftErrand(unit: Unit, on: ActedOn, said: z.output<typeof ofErrand>) {
  const { clientId } = await targetOf(unit, on.type, on.id)
  return leaveErrand(unit, {
    ...said,
    type: 'AUTOMATION',
    subjectType: entitiesOfTargets[on.type],
    subjectId: on.id,
    clientId,
    dedupeKey: `automation/${on.id}/${said.title}`,
  })
}

/** To whoever may read now what it is about; who has left, or may not any more, gets none. */
async function letterTo(
  unit: Unit,
  on: ActedOn,
  { userId, subject, text }: z.output<typeof ofMail>,
) {
  const { targetType, clientId } = await targetOf(unit, on.type, on.id)
  await refuseBlindAssignee(unit, { assigneeUserId: userId }, { targetType, clientId })
  const user = await unit.load(User, { id: userId }, '/userId')
  return { to: user.email, subject, text: `${text}\n\n${entitiesOfTargets[on.type]} ${on.id}\n` }
}
