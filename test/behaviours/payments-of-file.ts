import { newId } from '../../src/kernel/write/ids.ts'
import { camt, type Paid } from '../payments/files.ts'
import { bankOf } from '../payments/imported.ts'
import type { TestTenant, World } from '../support/world.ts'

/** What is done to many payments of a file. */
export function paymentsTried(at: World, claimsOf: (tenant: TestTenant) => Promise<string[]>) {
  const asked = async (tenant: TestTenant, isSome = false) =>
    paymentsOfFile(at, tenant, await claimsOf(tenant), isSome)
  const onceAndAgain = {
    async tasks(tenant: TestTenant) {
      // Of these the vouchers have one order, in whichever form.
      const all = await asked(tenant, true)
      return [
        { ...all, refused: 1 },
        { ...all, ids: all.ids.slice(0, 2), refused: 2 },
      ]
    },
    without: withoutBatches,
  }
  return {
    'payments.match': {
      tasks: async (tenant: TestTenant) => [{ ...(await asked(tenant)), refused: 1 }],
      without: withoutBatches,
    },
    'payments.bookkeep': { ...onceAndAgain, without: withoutTotals },
    'payments.abortBatch': {
      ...onceAndAgain,
      async tasks(tenant: TestTenant) {
        const asked = await onceAndAgain.tasks(tenant)
        await at.owner(`update payment_batch set status = 'ABORTED' where tenant_id = $1`, [
          tenant.id,
        ])
        return asked
      },
    },
  }
}

/** Payments that came by a file and wait: for claims, for none, and one that is taken back. */
async function paymentsOfFile(
  at: World,
  tenant: TestTenant,
  claims: readonly string[],
  isSome: boolean,
) {
  await tenant.api.put('/system-setting/payments.bookFiles', { value: 'BY_HAND' })
  const accounts = claims.map((id) => tenant.api.get(`/invoices/${id}/payment-account`))
  const references = (await Promise.all(accounts)).map(({ body }) => String(body.reference))
  const [first = '', second = ''] = references
  const more = [
    { amount: '500.00', reference: first },
    { amount: '12500.00', reference: first },
  ]
  const paid: Paid[] = [
    ...(isSome ? [] : more),
    { amount: '70.00', text: 'Thanks' },
    { amount: '40.00', endToEndId: 'E1' },
    {
      amount: '300.00',
      parts: [
        [first, '200.00'],
        [second, '100.00'],
      ],
    },
    { amount: '40.00', endToEndId: 'E1', isOut: true, isReversal: true },
  ]
  const bank = bankOf(at, tenant)
  const file = await bank.imported(
    camt({ entries: paid.map((one, n) => [{ ...one, ref: `B${n}` }]) }),
  )
  await at.owner(
    `update document set storage_key = 'x' where tenant_id = $1 and type = 'PAYMENT_FILE'`,
    [tenant.id],
  )
  const rows = await at.owner(
    `select id_text(id) as id from payment_transaction
     where tenant_id = $1 and batch_id is not null order by id`,
    [tenant.id],
  )
  const ids = [...rows.map(({ id }) => String(id)), newId('PaymentTransaction')]
  return { ids, input: { within: String(file.id) } }
}

type Rows = Record<string, string[]>

/** What is done together counts on its batch once. */
const withoutBatches = (left: Rows): Rows => without(left, /Payment_?Batch/i)

/** And is booked on a client's account once. */
export const withoutTotals = (left: Rows): Rows => without(left, /Payment_?Batch|"ClientAccount"/i)

function without(left: Rows, about: RegExp): Rows {
  const records = ['changelog', 'event'].map((table) => {
    return [table, (left[table] ?? []).filter((text) => !about.test(text))]
  })
  return { ...left, ...Object.fromEntries(records) } as Rows
}
