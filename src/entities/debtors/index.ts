import { SystemDebtor } from '../system-debtor.ts'
import { DebtorSubtype } from '../debtor-subtype.ts'
import { Debtor } from '../debtor.ts'
import { Contact } from '../contact.ts'
import { DebtorSetting } from '../setting-choice.ts'
import { DebtorBlocked } from '../debtor-blocked.ts'

export const debtors = [
  SystemDebtor,
  DebtorSubtype,
  Debtor,
  DebtorBlocked,
  DebtorSetting,
  Contact,
] as const
