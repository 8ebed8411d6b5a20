import { vatsOf, lifeOfCharge, periodEnd } from '../../../domain/reminders/charge.ts'
import { plusDays, type BusinessDate } from '../../../domain/dates.ts'
import { minorOf, sum } from '../../../domain/money.ts'
import { Bill } from '../../../entities/bill.ts'
import { Charge } from '../../../entities/charge.ts'
import { settingsInForce } from '../../../kernel/read/settings-in-force.ts'
import type { ValuesIn } from '../../../kernel/read/setting.ts'
import { lockKey } from '../../../kernel/write/lock-key.ts'
import type { Fields } from '../../../kernel/write/new-row.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { billingSettings } from '../../clients/settings.ts'

interface Asked {
  toDate: BusinessDate
  /** Only what belongs to a whole period of the client's, as the daily routine bills it. */
  byPeriod: boolean
}

type Terms = ValuesIn<typeof billingSettings>

/**
 * The bills of a client for what is authorised, one for each currency: what comes to less than its
 * least bill, or to a credit, waits for more.
 */
export async function billCharges(
  unit: Unit,
  clientId: string,
  { toDate, byPeriod }: Asked,
): Promise<Bill[]> {
  const settings = await settingsInForce(unit, [billingSettings], [clientId])
  const terms = settings.of(billingSettings, clientId)
  const until = byPeriod ? periodEnd(terms.billingFrequency, toDate) : toDate
  await unit.flush()
  const charges = await unit.readEach(
    Charge,
    `client_id = $2 and status = 'AUTHORIZED' and charge_date <= $3`,
    [clientId, until],
    'held',
  )
  const groups = Map.groupBy(charges, ({ currency, chargeType }) =>
    terms.combine ? currency : `${currency} ${chargeType}`,
  )
  const bills = [...groups.values()].flatMap((some) => {
    const amounts = amountsOf(some)
    const least = minorOf(terms.minBillAmount, some[0]!.currency)
    return amounts.gross > 0n && amounts.gross >= least ? [{ some, amounts }] : []
  })
  if (bills.length === 0) return []
  const first = await nextNumber(unit)
  const today = await unit.today()
  return bills.map(({ some, amounts }, at) => {
    const facts = { number: first + at, clientId, billDate: today, chargeCount: some.length }
    return addBill(unit, some, { ...facts, ...amounts, ...termsOf(terms, today) })
  })
}

function amountsOf(charges: readonly Charge[]) {
  const vats = vatsOf(charges)
  const net = sum(charges.map(({ amount }) => amount))
  const vat = sum(vats.map(({ vat: of }) => BigInt(of)))
  return { vats, net, vat, gross: net + vat }
}

const termsOf = (terms: Terms, today: BusinessDate) => ({
  dueDate: plusDays(today, terms.paymentTermsDays),
  setOff: terms.setOff,
  recipientEmail: terms.billRecipientEmail,
  invoiceReference: terms.invoiceReference,
})

function addBill(
  unit: Unit,
  charges: readonly Charge[],
  facts: Omit<Fields<Bill>, 'currency' | 'status'>,
): Bill {
  const { currency } = charges[0]!
  const bill = unit.insert(Bill, { ...facts, currency, status: 'CREATED' })
  for (const charge of charges) {
    const status = lifeOfCharge.move(charge.status, 'bill')
    unit.update(Charge, charge, { status, billId: bill.id })
  }
  return bill
}

/** Numbers have no gaps: who bills at the same time waits. */
async function nextNumber(unit: Unit): Promise<number> {
  await lockKey(unit, 'bill number')
  const [row] = await unit.transaction.query<{ next: number }>(
    'select coalesce(max(number), 0)::int + 1 as next from bill where tenant_id = $1',
    [unit.tenantId],
  )
  return row!.next
}
