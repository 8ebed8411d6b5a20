import { chaseJob } from '../../src/activities/payouts/jobs.ts'
import { takeStatus } from '../../src/activities/payouts/take-status.ts'
import { dayFromNow } from '../factoring/ground.ts'
import { camt } from '../payments/files.ts'
import { pain002 } from '../payouts/pain002.ts'
import { patiently, workOffAll, type Caller } from './caller.ts'
import type { Step } from './claims.ts'
import { on } from './payments.ts'

const ownIban = 'SE3550000000054910000003'

/** An account of the tenant from which payouts are paid, once. */
async function bank(caller: Caller): Promise<void> {
  const facts = { name: 'Client funds', kind: 'IBAN', number: ownIban }
  const sent = { ...facts, bic: 'ESSESESS', currency: 'SEK', active: true }
  await caller.post('bank account', '/system-bank-accounts', sent)
}

/** Nobody understands a batch whose payouts another moves meanwhile: all of it is one thing. */
export const payoutSteps: Readonly<Record<string, Step>> = {
  paySchedule: on('client_account', `type = 'MAIN'`, async (caller, id, _, b) => {
    const payoutSchedule = ['DAILY', 'WEEKLY', 'MONTHLY', 'ON_REQUEST'][b % 4]
    await caller.put('schedule', `/client-accounts/${id}`, { payoutSchedule })
  }),
  /** Money of each client that is paid out at the next generation. */
  fund: async (caller, a, b) => {
    const { at, tenant } = caller.ground
    const accounts = await at.owner(
      `select id_text(id) as id from client_account
       where tenant_id = $1 and type = 'MAIN' and currency = 'SEK' order by id`,
      [tenant.id],
    )
    if (a % 4 === 0) await bank(caller)
    for (const { id } of accounts) {
      const entered = { clientAccountId: id, amount: `${200 + (b % 900)}`, counterRole: 'BANK' }
      await caller.post('fund', '/client-account-transactions', { ...entered, text: 'In' })
      await caller.put('schedule', `/client-accounts/${String(id)}`, { payoutSchedule: 'DAILY' })
    }
  },
  gather: async (caller, _, b) => {
    if (b % 4 === 0) await bank(caller)
    await caller.put('generate', '/payout-batches/generate', {})
    if (b % 3 > 0) await workOffAll(caller)
  },
  payBatch: on('payout_batch', `status <> 'DISSOLVED'`, async (caller, id, a, b) => {
    const path = `/payout-batches/${id}`
    if (b % 9 === 8) return caller.ask('dissolve', 'DELETE', path)
    await caller.put('authorize batch', `${path}/authorize`)
    if (b % 4 === 3) return
    await caller.put('export batch', `${path}/export`, a % 5 === 0 ? { again: true } : {})
    await workOffAll(caller)
    if (b % 4 > 0) await caller.put('book batch', `${path}/bookkeep`)
    await workOffAll(caller)
  }),
  bankOnPayout: on('payout', `batch_id is not null`, async (caller, id, _, b) => {
    const says = () =>
      caller.tenant.work((unit) =>
        takeStatus(unit, id, { outcome: b % 3 === 0 ? 'REJECTED' : 'DONE', reason: 'AC04' }),
      )
    const refused = (error: { code?: string }) => caller.note(`bank: ${error.code}`)
    await patiently(caller, 'bank on payout', says).catch((error) => {
      if ((error as { code?: string }).code === undefined) throw error
      refused(error as { code?: string })
    })
  }),
  /** The same by files of the bank: its answer, or its statement; now and then with a wrong sum. */
  bankFile: on('payout', `batch_id is not null`, async (caller, id, a, b) => {
    const { amount, currency } = (await caller.tenant.api.get(`/payouts/${id}`)).body
    if (currency !== 'SEK') return
    const told = b % 7 === 0 ? '1.23' : String(amount)
    const day = dayFromNow(caller.ground.at, 0)
    const left = { amount: told, endToEndId: id, ref: `S${a}-${b}`, isOut: true }
    const file =
      b % 2 === 0
        ? camt({ iban: ownIban, date: day, id: `S${a}-${b}`, entries: [[left]] })
        : pain002([{ id, status: b % 3 === 0 ? 'RJCT' : 'ACSC', reason: 'AC04', amount: told }])
    const content = Buffer.from(file).toString('base64')
    const sent = { filename: `bank-${a}-${b}.xml`, content }
    const { status, body } = await caller.post('bank file', '/payment-files', sent)
    if (status === 201) await caller.put('import', `/payment-files/${body.id}/import`)
    await workOffAll(caller)
  }),
  chase: async (caller, _, b) => {
    const day = dayFromNow(caller.ground.at, b % 9)
    await patiently(caller, 'chase', () =>
      caller.tenant.work((unit) => chaseJob.chunk(unit, day, '')),
    )
  },
  callOff: on('payout', `status in ('CREATED', 'BLOCKED')`, async (caller, id) =>
    caller.ask('call off', 'DELETE', `/payouts/${id}`),
  ),
}
