import { daysBetween, type BusinessDate } from '../../domain/dates.ts'
import type { Refused } from '../../domain/refusal.ts'
import { PayoutBatch } from '../../entities/payout-batch.ts'
import { settingsOfTenant } from '../../kernel/read/settings-in-force.ts'
import type { JobChunk, JobWork } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { payoutSettings } from '../clients/settings.ts'
import { unsentKey } from '../payments/returns/unsent.ts'
import { leaveErrand, lockErrands } from '../system/leave-errand.ts'
import { settleErrand } from '../system/settle-errand.ts'
import { chaseKey } from './batches/book-batch.ts'
import { generate, isReturn, waitingToBePaid } from './batches/generate-batches.ts'

const accountsAtOnce = 200
/** As many as others wait for who book in the same series. */
const returnsAtOnce = 50
const batchesAtOnce = 100

/** Pays what is due and gathers it; to authorize it stays with people. */
export const generateJob = {
  wanted: `exists (select 1 from client_account a where a.tenant_id = t.tenant_id
      and a.balance > 0 and a.payout_schedule in ('DAILY', 'WEEKLY', 'MONTHLY'))
    or exists (select 1 from payout p where p.tenant_id = t.tenant_id and p.status = 'CREATED'
      and p.planned_date <= $1::date)
    or exists (select 1 from payment_return r where r.tenant_id = t.tenant_id
      and r.status = 'AUTHORIZED')`,
  chunk: payNext,
} satisfies JobWork

/** What goes back to payers first: it is booked, which is done apart from accounts. */
async function payNext(unit: Unit, asOfDate: BusinessDate, after: string): Promise<JobChunk> {
  const today = await unit.today()
  // What was missed is paid today: no bank carries out what lies in the past.
  const date = asOfDate < today ? today : asOfDate
  const isOfReturns = after === '' || isReturn(after)
  const sent = isOfReturns ? await sendNext(unit, date, after) : undefined
  return sent ?? payAccounts(unit, date, isOfReturns ? '' : after)
}

async function sendNext(
  unit: Unit,
  date: BusinessDate,
  after: string,
): Promise<JobChunk | undefined> {
  const rows = await unit.transaction.prepared<{ id: string }>(
    `select id from payment_return where tenant_id = $1 and status = 'AUTHORIZED'
       and ($2::uuid is null or id > $2) order by id limit ${returnsAtOnce}`,
    [unit.tenantId, after === '' ? null : after],
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return undefined
  const { refused } = await generate(unit, ids, { date })
  await tellOfUnsent(unit, refused)
  return {
    counts: { returns: ids.length - refused.size, unsent: refused.size },
    after: ids.at(-1)!,
  }
}

/** A person sends it at the bank or calls it off, or says from which account it is paid. */
async function tellOfUnsent(unit: Unit, refused: Refused): Promise<void> {
  await lockErrands(unit, [...refused.keys()].map(unsentKey))
  for (const [id, { code }] of refused) {
    const isOfBank = code === 'PAYOUT_BANK_ACCOUNT_MISSING'
    const why = isOfBank
      ? 'no bank account of the tenant pays its currency'
      : 'no file of a bank takes its account; send it at the bank'
    await leaveErrand(unit, {
      type: 'PAYOUT',
      subjectType: 'PaymentReturn',
      subjectId: id,
      title: `A return that was agreed to is not sent: ${why}`,
      dedupeKey: unsentKey(id),
    })
  }
}

async function payAccounts(unit: Unit, date: BusinessDate, after: string): Promise<JobChunk> {
  const page = { after, until: unit.newId('ClientAccount'), limit: accountsAtOnce }
  const found = await waitingToBePaid(unit, { date }, page)
  if (found.length === 0) return { counts: { accounts: 0, unpaid: 0 }, after: null }
  const ids = found.filter((id) => !isReturn(id))
  const { refused } = await generate(unit, ids, { date })
  const isFirst = after === ''
  await tellOfBank(unit, refused.size > 0, isFirst)
  return {
    counts: { accounts: ids.length - refused.size, unpaid: refused.size },
    after: found.length < accountsAtOnce ? null : (found.at(-1) ?? null),
  }
}

const bankKey = 'payout-bank-account'

async function tellOfBank(unit: Unit, isMissing: boolean, isFirst: boolean): Promise<void> {
  if (isMissing) {
    await leaveErrand(unit, {
      type: 'PAYOUT',
      subjectType: 'Tenant',
      subjectId: unit.tenantId,
      title: 'Accounts are not paid out: no bank account of the tenant pays their currency',
      dedupeKey: bankKey,
    })
  } else if (isFirst) await settleErrand(unit, bankKey, 'There is one to pay from')
}

/** What the bank has not answered for some days is looked at by a person. */
export const chaseJob = {
  wanted: `exists (select 1 from payout_batch b where b.tenant_id = t.tenant_id
    and b.status in ('EXPORTED', 'BOOKED') and b.execution_date < $1::date)`,
  chunk: chaseNext,
} satisfies JobWork

async function chaseNext(unit: Unit, day: BusinessDate, after: string): Promise<JobChunk> {
  const { confirmationDays } = await settingsOfTenant(unit, payoutSettings)
  const values = [day, confirmationDays, after === '' ? null : after]
  const late = await unit.readEach(
    PayoutBatch,
    `id = any (array (select id from payout_batch where tenant_id = $1
       and status in ('EXPORTED', 'BOOKED') and execution_date + $3::int <= $2::date
       and ($4::uuid is null or id > $4) order by id limit ${batchesAtOnce}))`,
    values,
  )
  const sorted = late.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  await lockErrands(
    unit,
    sorted.map(({ id }) => chaseKey(id)),
  )
  for (const { id, executionDate, count } of sorted) {
    await leaveErrand(unit, {
      type: 'PAYOUT',
      subjectType: 'PayoutBatch',
      subjectId: id,
      title: `The bank has not answered for all of the ${count} payouts of ${executionDate}`,
      data: { days: daysBetween(executionDate, day) },
      dedupeKey: chaseKey(id),
    })
  }
  return {
    counts: { unconfirmed: sorted.length },
    after: sorted.length < batchesAtOnce ? null : (sorted.at(-1)?.id ?? null),
  }
}
