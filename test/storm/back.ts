import { expect } from 'vitest'
import { balancesOf, trialOf } from '../support/books.ts'
import { book, crediting, creditable, type Step } from './claims.ts'
import { activateAll, type Caller } from './caller.ts'

async function stateOf({ ground: { at, tenant } }: Caller) {
  return { trial: await trialOf(at, tenant.id), balances: await balancesOf(at, tenant.id) }
}

async function takeBack(caller: Caller, claimId: string, type: RegExp): Promise<boolean> {
  const events = (await caller.eventsOf(claimId)).filter((event) => type.test(event['type']!))
  const path = `/invoices/events/financial/${events.at(-1)?.['id']}/reverse`
  return (await caller.put('take back', path)).status === 200
}

/** What is done and taken back at once is as if it had not been done. */
export const backSteps: Readonly<Record<string, Step>> = {
  linkAndBack: async (caller, a, b) => {
    const credit = await caller.likely(a, crediting, ({ isCredit }) => isCredit)
    const debit = await caller.likely(
      b,
      // What is asked for ends with the claim, and does not begin again with it.
      `${creditable} and financing_status <> 'REQUESTED'`,
      (one) => one.customer === credit?.customer && !one.isCredit,
    )
    if (credit === undefined || debit === undefined) return
    const before = await stateOf(caller)
    const link = { creditId: credit.id, debits: [{ id: debit.id }] }
    const { status } = await caller.put('link', '/invoices/link-multiple', link)
    if (status !== 200 || !(await takeBack(caller, debit.id, /^CREDIT_LINK$/))) return
    expect(await stateOf(caller)).toEqual(before)
  },
  bookAndBack: async (caller, a, b) => {
    // Whatever waits is booked before, and not beside.
    await activateAll(caller)
    const before = await stateOf(caller)
    const id = await book(caller, a, b, b % 2 === 0)
    if (id === undefined || !(await takeBack(caller, id, /_BOOKED$/))) return
    const after = await stateOf(caller)
    expect(after.trial).toEqual(before.trial)
    expect(after.balances).toMatchObject(before.balances)
  },
}
