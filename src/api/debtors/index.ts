import debtorSubtype from './debtor-subtype.ts'

export default {
  name: 'debtors',
  rooms: { 'debtor-subtype': debtorSubtype },
}
