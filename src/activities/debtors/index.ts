import type { z } from 'zod'
import { ReminderProfile } from '../../entities/reminder-profile.ts'
import type { ActedOn } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { AreaOfVerbs } from '../area.ts'
import { tellOfBankruptcy } from './bankruptcy.ts'
import { chooseReminderProfile, chooseReminderProfileInput } from './choose-reminder-profile.ts'
import { refuseOwnGuarantee } from './refuse-guaranteeing.ts'

type Chosen = z.output<typeof chooseReminderProfileInput>

export const debtors = {
  tasks: { 'debtors.bankruptcy': tellOfBankruptcy },
  identityMoved: refuseOwnGuarantee,
  automationActions: {
    SET_REMINDER_PROFILE: {
      summary: 'Choose the profile by which the debtor is reminded',
      on: { DEBTOR: ['UpdateDebtorReminderProfile'] },
      params: chooseReminderProfileInput,
      check: (unit: Unit, { reminderProfileId }: Chosen, _: unknown, pointer: string) =>
        unit.load(ReminderProfile, { id: reminderProfileId }, `${pointer}/reminderProfileId`),
      act: (unit: Unit, { id }: ActedOn, chosen: Chosen) => chooseReminderProfile(unit, id, chosen),
    },
  },
} as const satisfies AreaOfVerbs
