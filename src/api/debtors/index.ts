import adjectives from './adjectives.ts'
import debtor from './debtor.ts'
import debtorBlocked from './debtor-blocked.ts'
import debtorSubtype from './debtor-subtype.ts'
import debtors from './debtors.ts'
import labelsOfSystemDebtors from './labels-of-system-debtors.ts'
import systemDebtor from './system-debtor.ts'
import systemDebtors from './system-debtors.ts'

export default {
  name: 'debtors',
  rooms: {
    debtor,
    'debtor-blocked': debtorBlocked,
    'debtor-subtype': debtorSubtype,
    debtors: { ...debtors, ...adjectives },
    'system-debtor': systemDebtor,
    'system-debtors': systemDebtors,
    system_debtors: labelsOfSystemDebtors,
  },
}
