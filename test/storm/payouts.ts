import { confirmPayouts, rejectPayout } from '../../src/activities/payouts/outcomes.ts'
import { patiently, workOffAll, type Caller } from './caller.ts'
import type { Step } from './claims.ts'
import { on } from './payments.ts'

/** An account of the tenant from which payouts are paid, once. */
async function bank(caller: Caller): Promise<void> {
  const facts = { name: 'Client funds', kind: 'IBAN', number: 'SE3550000000054910000003' }
  const sent = { ...facts, bic: 'ESSESESS', currency: 'SEK', active: true }
  await caller.post('bank account', '/system-bank-accounts', sent)
}

/** Nobody understands a batch whose payouts another moves meanwhile: all of it is one thing. */
export const payoutSteps: Readonly<Record<string, Step>> = {
  paySchedule: on('client_account', `type = 'MAIN'`, async (caller, id, _, b) => {
    const payoutSchedule = ['DAILY', 'WEEKLY', 'MONTHLY', 'ON_REQUEST'][b % 4]
    await caller.put('schedule', `/client-accounts/${id}`, { payoutSchedule })
  }),
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
        b % 3 === 0 ? rejectPayout(unit, id, 'AC04') : confirmPayouts(unit, [id]),
      )
    const refused = (error: { code?: string }) => caller.note(`bank: ${error.code}`)
    await patiently(caller, 'bank on payout', says).catch((error) => {
      if ((error as { code?: string }).code === undefined) throw error
      refused(error as { code?: string })
    })
  }),
  callOff: on('payout', `status in ('CREATED', 'BLOCKED')`, async (caller, id) =>
    caller.ask('call off', 'DELETE', `/payouts/${id}`),
  ),
}
