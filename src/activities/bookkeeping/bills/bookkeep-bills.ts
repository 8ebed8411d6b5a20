import { lifeOfBill } from '../../../domain/bookkeeping/bill.ts'
import { Bill } from '../../../entities/bill.ts'
import { heldRows, setForm } from '../../../kernel/write/set-form.ts'
import { taskOf } from '../../task.ts'
import { book, type EventDraft } from '../book.ts'
import { bookkeepBillsInput, overBills } from './bill-lists.ts'

/** Fees and their VAT reach both books; what is set off leaves the client's account at once. */
export const bookkeepingBills = setForm<Bill, object, null, Bill['status'], Bill>({
  ...heldRows(Bill),
  read: async () => null,
  rule: ({ status }) => lifeOfBill.move(status, 'book'),
  write(unit, bill, status) {
    unit.update(Bill, bill, { status })
    return bill
  },
  async finish(unit, made) {
    await book(
      unit,
      made.map(({ thing }) => draftOf(thing)),
    )
  },
})

function draftOf({ id, number, clientId, currency, billDate, setOff, ...bill }: Bill): EventDraft {
  const { net, vat, vats } = bill
  return {
    type: 'CHARGES_BILLED',
    clientId,
    amount: 0n,
    currency,
    bookDate: billDate,
    sourceKey: `bill/${id}`,
    sourceType: 'BILL',
    sourceId: id,
    text: `Bill ${number}`,
    facts: {
      variant: setOff ? 'SET_OFF' : 'BILLED',
      net: String(net),
      vat: String(vat),
      vats: vats.map(({ rate, vat: of }) => ({ rate, vat: of })),
    },
  }
}

export const bookkeepBills = taskOf({
  kind: 'Bill',
  over: overBills,
  input: bookkeepBillsInput,
  one: bookkeepingBills.one,
  many: bookkeepingBills.many,
  togetherMax: 50,
})
