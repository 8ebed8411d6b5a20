import adjectives from './adjectives.ts'
import debtor from './debtor.ts'
import debtorBlocked from './debtor-blocked.ts'
import debtorSubtype from './debtor-subtype.ts'
import debtors from './debtors.ts'
import systemDebtor from './system-debtor.ts'

export default {
  name: 'debtors',
  rooms: {
    debtor,
    'debtor-blocked': debtorBlocked,
    'debtor-subtype': debtorSubtype,
    debtors: { ...debtors, ...adjectives },
    'system-debtor': systemDebtor,
  },
}
