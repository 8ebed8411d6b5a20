import { expect, test } from 'vitest'
import { workOffTask } from '../../src/activities/system/run-task.ts'
import { activated, newDebtor } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { chance } from '../support/chance.ts'
import { seed } from '../support/seed.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, world, type TestTenant } from '../support/world.ts'
import { bgmax, camt, type Paid } from './files.ts'
import { bankOf } from './imported.ts'

// Three files of a bank, of which two tell of one payment, a credit note and a payment that is
// taken off again: in whatever order that happens, chunk by chunk, the same is owed in the end.
const at = await world()
const runs = Number(process.env['RUNS'] ?? 6)
const account = '9912346'

/** Claims of 12,500.00: of one debtor, so that a credit note of 3,000.00 is for any of them. */
async function ground(tenant: TestTenant) {
  const clientId = await clientIn(tenant)
  const debtor = newDebtor()
  const claims: string[] = []
  for (let n = 0; n < 4; n++) claims.push(await activated(at, tenant, clientId, { debtor }))
  const creditId = await activated(at, tenant, clientId, {
    debtor,
    type: 'CREDIT_INVOICE',
    articleRows: [{ description: 'Back', quantity: '1', price: '3000', vatPercentage: 0 }],
  })
  const references = await Promise.all(
    claims.map(async (id) =>
      String((await tenant.api.get(`/invoices/${id}/payment-account`)).body.reference),
    ),
  )
  const of = (n: number, amount: string, ref: string): Paid => {
    return { amount, ref, name: 'Debtor', reference: references[n]! }
  }
  // Of the third claim 12,600.00 and 50.00 are paid: 150.00 too much, of whichever comes later.
  const twice = of(1, '5000.00', '2')
  const stated = { iban: account }
  const files = [
    camt({
      ...stated,
      id: 'A',
      entries: [[of(0, '12500.00', '1')], [twice], [{ amount: '777.00', ref: '3' }]],
    }),
    camt({
      ...stated,
      id: 'B',
      kind: '054',
      entries: [[twice], [of(1, '4000.00', '4')], [of(2, '12600.00', '5')]],
    }),
    bgmax([{ bankgiro: account, payments: [of(3, '9500.00', '6'), of(2, '50.00', '7')] }]),
  ]
  return { clientId, claims, creditId, files }
}

async function anyOrder(tenant: TestTenant, next: (below: number) => number, done: string[]) {
  const { claims, creditId, files } = await ground(tenant)
  const bank = bankOf(at, tenant)
  await tenant.api.put('/system-setting/payments.bookFiles', { value: 'BY_HAND' })
  const rows = async (text: string) => (await at.owner(text, [tenant.id])) as { id: string }[]
  const any = <T>(all: readonly T[]): T | undefined => all[next(Math.max(all.length, 1))]
  const waiting = [...files]
  let isReverted = false
  const batch = async (verb: 'match' | 'bookkeep') => {
    const open = await rows(`select id_text(id) as id from payment_batch
      where tenant_id = $1 and status in ('CREATED', 'MATCHED') order by id`)
    const one = any(open)
    if (one !== undefined) await tenant.api.put(`/payment-batches/${one.id}/${verb}`)
  }
  const steps = {
    import: async () => {
      const [file] = waiting.splice(next(waiting.length), 1)
      if (file === undefined) return
      const { body } = await bank.upload(file)
      await tenant.api.put(`/payment-files/${body.id}/import`)
    },
    match: () => batch('match'),
    book: () => batch('bookkeep'),
    /** A chunk of any task that waits. */
    chunk: async () => {
      const one = any(
        await rows(`select id_text(id) as id from background_task
          where tenant_id = $1 and status in ('QUEUED', 'RUNNING') order by id`),
      )
      if (one === undefined) return
      const work = { runtime: at.runtime, tenantId: tenant.id, workflowId: 'test' }
      await workOffTask({ ...work, entityId: one.id, now: at.clock.now })
    },
    revert: async () => {
      const [link] = await rows(`select id_text(l.id) as id from payment_link l
        join payment_transaction p on p.tenant_id = l.tenant_id and p.id = l.transaction_id
        where l.tenant_id = $1 and l.status = 'BOOKED' and p.amount = 500000`)
      if (isReverted || link === undefined) return
      expect((await tenant.api.put(`/payments/links/${link.id}/revert`, {})).status).toBe(200)
      isReverted = true
    },
    credit: async () => {
      const debits = [{ id: claims[3], amount: '3000.00' }]
      await tenant.api.put('/invoices/link-multiple', { creditId, debits })
    },
  }
  const names = ['import', 'match', 'book', 'chunk', 'chunk', 'revert', 'credit'] as const
  for (let n = 0; n < 30; n++) {
    const name = names[next(names.length)]!
    done.push(name)
    await steps[name]()
    if (n % 5 === 0) expect(await driftsOf(at, tenant.id)).toEqual([])
  }
  while (waiting.length > 0) await steps.import()
  await bank.settled()
  for (const { id } of await rows(`select id_text(id) as id from payment_batch
    where tenant_id = $1 and status <> 'BOOKED'`)) {
    await tenant.api.put(`/payment-batches/${id}/bookkeep`)
    await bank.settled()
  }
  await steps.revert()
  await steps.credit()
  return claims
}

/** What stands in the end, without the ids and numbers of this tenant. */
async function leftOf(tenant: TestTenant, claims: readonly string[]) {
  const [owed, books, accounts, payments, unplaced] = await Promise.all([
    at.owner(
      `select balance::text, main_status, ledger_status from invoice
       where tenant_id = $1 and id = any ($2) order by id`,
      [tenant.id, claims],
    ),
    at.owner(
      `select v.owner_type, p.role, sum(p.amount)::text as amount from voucher v
       join voucher_posting p on p.tenant_id = v.tenant_id and p.voucher_id = v.id
       where v.tenant_id = $1 group by 1, 2 having sum(p.amount) <> 0 order by 1, 2`,
      [tenant.id],
    ),
    at.owner('select type, balance::text from client_account where tenant_id = $1 order by type', [
      tenant.id,
    ]),
    at.owner(
      `select count(*)::int, sum(amount)::text as amount, sum(linked)::text as linked,
         sum(unplaced)::text as unplaced from payment_transaction where tenant_id = $1`,
      [tenant.id],
    ),
    at.owner(`select sum(amount_open)::text as open from unplaced_payment where tenant_id = $1`, [
      tenant.id,
    ]),
  ])
  return { owed, books, accounts, payments, unplaced }
}

test(
  `whatever comes first of import, match, book, revert and credit, the same is left (SEED=${seed})`,
  { timeout: 600_000 },
  async () => {
    const all = []
    for (let run = 0; run < runs; run++) {
      const tenant = await tenantIn(at)
      const done = [`SEED=${seed + run}`]
      try {
        const claims = await anyOrder(tenant, chance(seed + run), done)
        expect(await driftsOf(at, tenant.id)).toEqual([])
        all.push(await leftOf(tenant, claims))
      } catch (error) {
        throw new Error(done.join('\n'), { cause: error })
      }
    }
    const [first, ...others] = all
    expect(first).toMatchObject({
      owed: [
        { balance: '0', main_status: 'CLOSED' },
        { balance: '850000' },
        { balance: '0', main_status: 'CLOSED' },
        { balance: '0', main_status: 'CLOSED' },
      ],
      // 12,500 + 4,000 + 12,500 + 9,500 on claims; 777, 5,000 and 150 on none.
      payments: [{ count: 7, amount: '4442700', linked: '3850000', unplaced: '592700' }],
      unplaced: [{ open: '592700' }],
    })
    for (const other of others) expect(other).toEqual(first)
  },
)
