import adjectives from './adjectives.ts'
import debtor from './debtor.ts'
import debtorBlocked from './debtor-blocked.ts'
import debtorSubtype from './debtor-subtype.ts'
import debtors from './debtors.ts'
import { eventsOfDebtors, eventsOfSystemDebtors } from './financial-events.ts'
import internalSystemDebtors from './internal-system-debtors.ts'
import labelsOfSystemDebtors from './labels-of-system-debtors.ts'
import systemDebtor from './system-debtor.ts'
import systemDebtorEvents from './system-debtor-events.ts'
import systemDebtorGroups from './system-debtor-groups.ts'
import systemDebtors from './system-debtors.ts'

export default {
  name: 'debtors',
  rooms: {
    debtor,
    'debtor-blocked': debtorBlocked,
    'debtor-subtype': debtorSubtype,
    debtors: { ...debtors, ...adjectives, ...eventsOfDebtors },
    'internal-system-debtors': internalSystemDebtors,
    'system-debtor': { ...systemDebtor, ...systemDebtorEvents },
    'system-debtor-groups': systemDebtorGroups,
    'system-debtors': { ...systemDebtors, ...eventsOfSystemDebtors },
    system_debtors: labelsOfSystemDebtors,
  },
}
