import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { camt, iban, type Paid } from '../payments/files.ts'
import { apart, eventually, type Installation } from './installation.ts'
import type { RoleProcess } from './role-process.ts'
import { say } from './say.ts'
import { verified } from './snapshots.ts'
import { activate, clientAt, invoiceAt, untilActivated } from './trade.ts'

// A bank's file under kill -9 of two workers: nothing is lost, counts twice or is half there.
const total = 10_000
const minute = 60_000

async function referencesOfTwo(at: Installation, clientId: string): Promise<string[]> {
  const claims = [await invoiceAt(at, clientId), await invoiceAt(at, clientId)]
  for (const claim of claims) await activate(at, claim)
  await untilActivated(at, claims, minute)
  return Promise.all(
    claims.map(async (claim) => {
      const account = await at.insist('GET', `/invoices/${claim}/payment-account`)
      return String(account.body['reference'])
    }),
  )
}

/** What was booked as received and is on no claim, those of the demonstration as well. */
async function receivedIn(at: Installation): Promise<number> {
  const text = `select count(*)::int as n from financial_event
    where type = 'PAYMENT' and claim_id is null`
  return (await at.rows<{ n: number }>(text))[0]!.n
}

/** Payments that came with the file; the demonstration has others. */
const countedIn = (at: Installation) => async (where: string) => {
  const text = `select count(*)::int as n from payment_transaction where source = 'FILE' and ${where}`
  return (await at.rows<{ n: number }>(text))[0]!.n
}

test(
  `a file of ${total} entries whose two workers die in each step is taken, matched and booked once`,
  async () => {
    const at = await apart()
    onTestFinished(() => at.close())
    await at.ready()
    const clientId = await clientAt(at)
    const references = await referencesOfTwo(at, clientId)
    const paid = Array.from({ length: total }, (_, n): Paid[] => [
      {
        amount: '1.00',
        ref: `K${n}`,
        name: `Payer ${n}`,
        ...(n < references.length && { reference: references[n]! }),
      },
    ])
    const byHand = { value: 'BY_HAND' }
    await at.insist('PUT', '/system-setting/payments.bookFiles', byHand)
    // The demonstration has an account already, so that others are strange to it.
    const account = { kind: 'IBAN', number: iban, currency: 'SEK' }
    expect((await at.insist('POST', '/payment-accounts', account)).status).toBe(201)
    const before = await receivedIn(at)
    const content = Buffer.from(camt({ kind: '054', entries: paid })).toString('base64')
    const file = await at.insist('POST', '/payment-files', { filename: 'k.xml', content })
    const id = String(file.body['id'])
    const statusOf = async () => (await at.insist('GET', `/payment-files/${id}`)).body['status']
    const counted = countedIn(at)
    const batches = () =>
      at.rows('select status, count, matched_count, booked_count from payment_batch')
    const linked = async () =>
      (
        await at.rows(
          `select sum(l.amount)::int as linked, count(*)::int as links from payment_link l
           join payment_transaction t on t.id = l.transaction_id
           where l.status <> 'DENIED' and t.source = 'FILE'`,
        )
      )[0]

    let other: RoleProcess | undefined
    const bothDie = async () => {
      await Promise.all([at.kill('worker'), other?.end('SIGKILL')])
    }
    const bothStart = async () => {
      ;[other] = await Promise.all([at.beside('worker'), at.start('worker')])
    }
    await bothDie()
    expect((await at.insist('PUT', `/payment-files/${id}/import`)).status).toBe(202)
    await bothStart()
    await sleep(1_000)
    await bothDie()
    const taken = await counted('true')
    say(`${taken} were there when it died for the first time`)
    expect([0, total]).toContain(taken)
    await bothStart()
    await eventually('it to be taken', async () => (await statusOf()) === 'IMPORTED', 2 * minute)
    const [batch] = await at.rows<{ id: string }>('select id_text(id) as id from payment_batch')

    /** Dies while so many are there, and leaves the rest to the next. */
    const diesIn = async (what: string, where: string) => {
      const path = `/payment-batches/${batch!.id}/${what}`
      expect((await at.insist('PUT', path)).status).toBe(202)
      await eventually(`some of ${what}`, async () => (await counted(where)) > 0, 2 * minute)
      await bothDie()
      const done = await counted(where)
      say(`${done} were there when it died in ${what}`)
      expect(done).toBeLessThan(total)
      await bothStart()
    }
    await diesIn('match', `status <> 'NEW'`)
    await eventually(
      'all to be looked for',
      async () => (await counted(`status = 'NEW'`)) === 0,
      2 * minute,
    )
    expect(await batches()).toEqual([
      { status: 'MATCHED', count: total, matched_count: total, booked_count: 0 },
    ])
    expect(await linked()).toEqual({ linked: 200, links: 2 })
    await diesIn('bookkeep', `status = 'BOOKED'`)
    await eventually(
      'its end',
      async () => (await counted(`status = 'BOOKED'`)) === total,
      5 * minute,
    )

    expect(await statusOf()).toBe('IMPORTED')
    expect(await counted('true')).toBe(total)
    const [sums] = await at.rows(
      `select sum(linked)::int as linked, sum(unplaced)::int as unplaced from payment_transaction
       where source = 'FILE'`,
    )
    expect(sums).toEqual({ linked: 200, unplaced: 999_800 })
    expect((await receivedIn(at)) - before).toBe(total)
    expect(await batches()).toEqual([
      { status: 'BOOKED', count: total, matched_count: total, booked_count: total },
    ])
    expect(await linked()).toEqual({ linked: 200, links: 2 })
    expect(await verified(at)).toEqual([])
  },
  10 * minute,
)
