import debtorBlocked from './debtor-blocked.ts'
import debtorSubtype from './debtor-subtype.ts'
import debtors from './debtors.ts'

export default {
  name: 'debtors',
  rooms: { 'debtor-blocked': debtorBlocked, 'debtor-subtype': debtorSubtype, debtors },
}
