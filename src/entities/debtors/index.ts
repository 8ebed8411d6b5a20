import { SystemDebtor } from '../system-debtor.ts'
import { DebtorSubtype } from '../debtor-subtype.ts'
import { Debtor } from '../debtor.ts'
import { Contact } from '../contact.ts'
import { DebtorSetting } from '../setting-choice.ts'
import { SystemDebtorGroup, SystemDebtorGroupMember } from '../system-debtor-group.ts'
import { SystemDebtorEvent } from '../system-debtor-event.ts'
import { DebtorBlocked } from '../debtor-blocked.ts'

export const debtors = [
  SystemDebtor,
  SystemDebtorGroup,
  SystemDebtorGroupMember,
  SystemDebtorEvent,
  DebtorSubtype,
  Debtor,
  DebtorBlocked,
  DebtorSetting,
  Contact,
] as const
