import { z } from 'zod'
import { isBound } from '../../../domain/access/scope.ts'
import { isIdOf } from '../../../domain/id-forms.ts'
import type { BusinessDate } from '../../../domain/dates.ts'
import { invalid, refuse, Refusal } from '../../../domain/refusal.ts'
import type { BackgroundTask } from '../../../entities/background-task.ts'
import { ClientAccount } from '../../../entities/client-account.ts'
import { SystemBankAccount } from '../../../entities/payment-account.ts'
import { PayoutBatch } from '../../../entities/payout-batch.ts'
import { Payout } from '../../../entities/payout.ts'
import { bodyOf } from '../../../kernel/read/body.ts'
import { id, sentDay } from '../../../kernel/read/fields.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
import { hold } from '../../../kernel/write/hold.ts'
import { lockKeys } from '../../../kernel/write/lock-key.ts'
import type { IdPage, Judged } from '../../../kernel/write/task-work.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { startTask } from '../../system/start-task.ts'
import { refuseMissing } from '../../system/refuse-unknown-ids.ts'
import { taskOf } from '../../task.ts'
import { lastScheduled, payDueAccounts } from './due-accounts.ts'
import { gather, openBatches } from './open-batches.ts'
import { sendReturns } from './send-returns.ts'

const asked = z.object({
  date: sentDay.meta({ example: '2999-01-31' }),
  ...bodyOf(PayoutBatch, ['currency']).partial().shape,
  clientIds: z.array(id('Client')).min(1).max(500).optional(),
  systemBankAccountId: id('SystemBankAccount').optional(),
})
export type PayoutsAsked = z.output<typeof asked>

const { date, currency, clientIds, systemBankAccountId } = asked.shape
export const generateBatchesInput = z
  .strictObject({ date: date.optional(), currency, clientIds, systemBankAccountId })
  .prefault({})

/** The tenant pays out: no client's people put its batches together. */
export async function startGeneration(
  unit: Unit,
  sent: z.output<typeof generateBatchesInput>,
  dryRun: boolean,
): Promise<BackgroundTask> {
  if (isBound(unit.scope)) refuse('ACCESS_DENIED')
  const today = await unit.today()
  const day = sent.date ?? today
  if (day < today) invalid('/date', 'IN_THE_PAST', 'Nothing is paid out in the past')
  if (sent.systemBankAccountId !== undefined) {
    await unit.load(SystemBankAccount, sent.systemBankAccountId, '/systemBankAccountId')
  }
  const wanted = sent.clientIds ?? []
  const known = await rowsOf(unit, ClientAccount, { clientId: wanted }, ['clientId'])
  const there = new Set(known.map(({ clientId }) => clientId))
  refuseMissing(wanted, there, (at) => `/clientIds/${at}`)
  const input = { ...sent, date: day }
  return startTask(unit, { taskName: 'payouts.generate', input, dryRun })
}

/** So many accounts are held at once. */
const togetherMax = 200

export const generatePayouts = taskOf({
  kind: 'ClientAccount',
  input: asked,
  one: async (unit, one, input) => {
    const { refused } = await generate(unit, [one], input)
    for (const refusal of refused.values()) throw refusal
  },
  many: generate,
  togetherMax,
  find: waitingToBePaid,
})

export const isReturn = (id: string): boolean => isIdOf('PR', id)

/**
 * Pays what is due, and gathers it with what waits of the same accounts. What goes back to payers
 * is of no account, and is named itself: what of it was agreed to is sent, and that is booked at
 * once, which is done apart from accounts.
 */
export async function generate(
  unit: Unit,
  ids: readonly string[],
  input: PayoutsAsked,
): Promise<Judged> {
  const returns = ids.filter(isReturn)
  if (returns.length === ids.length) return sendReturns(unit, returns, input)
  const paying = ids.filter((each) => !isReturn(each))
  return { ...(await payOut(unit, paying, input)), aside: returns }
}

async function payOut(unit: Unit, ids: readonly string[], input: PayoutsAsked): Promise<Judged> {
  const seen = await rowsOf(unit, ClientAccount, { id: [...ids] }, ['id', 'currency', 'clientId'])
  const seenIds = new Set(seen.map((each) => each.id))
  const others = ids.filter((each) => !seenIds.has(each))
  const fields = ['id', 'currency'] as const
  const back = others.length === 0 ? [] : await rowsOf(unit, Payout, { id: others }, fields)
  const each = [...seen, ...back]
  const batches = await openBatches(unit, new Set(each.map((one) => one.currency)), input)
  const payable = seen.filter((one) => batches.has(one.currency))
  const { accounts, waiting, lastDays } = await heldToPay(unit, payable, back, input.date)
  const made = await payDueAccounts(unit, accounts, lastDays, input.date)
  // They are told of as they were made, before a batch takes them along.
  await unit.flush()
  for (const [code, some] of Map.groupBy([...waiting, ...made], (payout) => payout.currency)) {
    const open = batches.get(code)
    if (open !== undefined) gather(unit, open, some)
  }
  const unpaid = each.filter((one) => !batches.has(one.currency))
  const refusal = new Refusal('PAYOUT_BANK_ACCOUNT_MISSING')
  return { refused: new Map(unpaid.map((one) => [one.id, refusal])), aside: [] }
}

/**
 * Accounts with what waits of them, all in one message: who calls a payout off takes the lock of
 * its account, and of what goes back that of the batches.
 */
async function heldToPay(
  unit: Unit,
  seen: readonly Pick<ClientAccount, 'id' | 'clientId'>[],
  back: readonly Pick<Payout, 'id'>[],
  day: BusinessDate,
) {
  const ids = seen.map((one) => one.id)
  hold(unit, ClientAccount, ids)
  const waits = `status = 'CREATED' and planned_date <= $3`
  const [, accounts, own, returned, lastDays] = await Promise.all([
    lockKeys(
      unit,
      'payouts',
      seen.map(({ clientId }) => clientId),
    ),
    unit.readEach(ClientAccount, 'id = any($2)', [ids]),
    unit.readEach(Payout, `client_account_id = any($2) and ${waits}`, [ids, day]),
    back.length === 0
      ? []
      : unit.readEach(Payout, `id = any($2) and ${waits}`, [back.map((one) => one.id), day]),
    lastScheduled(unit, ids),
  ])
  return { accounts, waiting: [...own, ...returned], lastDays }
}

/**
 * Accounts with a schedule and money, and those of which a payout waits; and what is of none:
 * payouts to payers, and returns that were agreed to.
 */
export async function waitingToBePaid(
  unit: Unit,
  { date: day, currency: code, clientIds: of }: PayoutsAsked,
  { after, until, limit }: IdPage,
): Promise<string[]> {
  const values: unknown[] = [unit.tenantId, after === '' ? null : after, until, day]
  const currencyAt = `$${values.push(code ?? null)}`
  const clientsAt = `$${values.push(of ?? null)}`
  const within = (row: string) => `${row}.tenant_id = $1
    and ($2::uuid is null or ${row}.id > $2) and ${row}.id <= $3
    and (${currencyAt}::text is null or ${row}.currency = ${currencyAt})`
  const waits = `p.status = 'CREATED' and p.planned_date <= $4`
  const rows = await unit.transaction.query<{ id: string }>(
    `(select a.id from client_account a
      where ${within('a')}
        and (a.type = 'MAIN' and a.balance > 0
            and a.payout_schedule in ('DAILY', 'WEEKLY', 'MONTHLY')
          or exists (select from payout p where p.tenant_id = $1 and p.client_account_id = a.id
            and ${waits}))
        and (${clientsAt}::uuid[] is null or a.client_id = any (${clientsAt}))
        and ${unit.bound('client_account', values, 'a.')})
     union all
     (select p.id from payout p
      where ${within('p')} and p.client_id is null and ${waits} and ${clientsAt}::uuid[] is null
        and ${unit.bound('payout', values, 'p.')})
     union all
     (select r.id from payment_return r
      where ${within('r')} and r.status = 'AUTHORIZED' and ${clientsAt}::uuid[] is null
        and ${unit.bound('payment_return', values, 'r.')})
     order by id limit $${values.push(limit)}`,
    values,
  )
  return rows.map(({ id: each }) => each)
}
