import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createClient } from '../../src/activities/clients/create-client.ts'
import { createInvoice } from '../../src/activities/invoices/create-invoice.ts'
import { toMatch } from '../../src/activities/payments/matching/match-facts.ts'
import { platform } from '../../src/domain/access/principal.ts'
import { findingsOf } from '../../src/domain/payments/matching/find.ts'
import { PaymentTransaction } from '../../src/entities/payment-transaction.ts'
import { inUnit } from '../../src/kernel/write/in-unit.ts'
import type { Unit } from '../../src/kernel/write/unit.ts'
import { besideId, nthId } from '../../test/support/ids-inside.ts'
import { swedishNumber } from '../../test/support/swedish-number.ts'
import { createStage, type Stage } from '../shared/stage.ts'

// How many payments a second are matched, simulated, against more and more open invoices: a third
// by reference, a third by number and name, a third by who has paid before. Flat, or it is no good.
//
//     node bench/costs/matching.ts [--payments 100000] [--open 100000,1000000] [--chunk 500]

const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '100000' },
    open: { type: 'string', default: '100000,1000000' },
    chunk: { type: 'string', default: '500' },
  },
})
const payments = Number(values.payments)
const chunk = Number(values.chunk)
const wantedPerSecond = 5_000
const perDebtor = 10

type Work = <T>(verb: (unit: Unit) => Promise<T>) => Promise<T>

/** One client, one debtor and one invoice, of which all others are copies. */
async function first(work: Work): Promise<void> {
  const clientId = await work(async (unit) => {
    const identificationNumber = swedishNumber(556_000_001)
    return (await createClient(unit, { identificationNumber, name: 'First' })).client.id
  })
  const articleRows = [{ description: 'One', quantity: '1', price: '10.00', vatPercentage: 25 }]
  const dates = { invoiceDate: '2026-11-02', expireDate: '2026-12-02' }
  const debtor = { customerNumber: '1', name: 'Debtor 0 AB', type: 'COMPANY' } as const
  await work((unit) =>
    createInvoice(unit, { clientId, invoiceNumber: '1', debtor, dates, articleRows }),
  )
}

/** Open invoices from the last that are there up to so many, ten of each debtor. */
async function filled(stage: Stage, tenantId: string, from: number, to: number): Promise<void> {
  await stage.owner(
    `insert into debtor select r.* from (
       select * from debtor where tenant_id = $1 order by id limit 1
     ) d, generate_series($2::int / ${perDebtor} + 1, $3::int / ${perDebtor}) n
     cross join lateral jsonb_populate_record(d::debtor, jsonb_build_object(
       'id', ${besideId('d.id')}, 'customer_number', 'D' || n, 'name', 'Debtor ' || n || ' AB',
       'identification_number', null)) r`,
    [tenantId, from, to],
  )
  await stage.owner(
    `insert into invoice select r.* from (
       select i.*, d.id as first_debtor from invoice i
       join debtor d on d.tenant_id = i.tenant_id and d.customer_number = '1'
       where i.tenant_id = $1 order by i.id limit 1
     ) i, generate_series($2::int + 1, $3::int) n
     cross join lateral jsonb_populate_record(null::invoice, to_jsonb(i) || jsonb_build_object(
       'id', ${besideId('i.id')}, 'invoice_number', 'F' || n, 'payment_reference', '7' || n,
       'debtor_id', ${besideId('i.first_debtor', `((n - 1) / ${perDebtor} + 1)`)},
       'main_status', 'ACTIVATED', 'ledger_status', 'NOT_DUE', 'booked_date', '2026-11-02',
       'balance', 1000 + n)) r`,
    [tenantId, from, to],
  )
}

/** Payments that wait, spread over all invoices; each debtor has paid once before. */
async function paid(stage: Stage, tenantId: string, open: number): Promise<void> {
  const columns = `(tenant_id, id, source, kind, status, amount, currency, book_date, value_date,
    reference, message, payer_name, payer_account, linked, unplaced, returned, written_off,
    created_by, version, created_at, updated_at)`
  const shared = `id_of('platform'), 1, now(), now()`
  await stage.owner('delete from payment_link where tenant_id = $1', [tenantId])
  await stage.owner('delete from payment_transaction where tenant_id = $1', [tenantId])
  await stage.owner(
    `insert into payment_transaction ${columns}
     select $1, ${nthId('PX')}, 'FILE', 'PAYMENT', 'BOOKED', 1, 'SEK', '2026-11-02', '2026-11-02',
       null, null, null, 'A' || n, 1, 0, 0, 0, ${shared}
     from generate_series(1, $2::int) n`,
    [tenantId, open / perDebtor],
  )
  await stage.owner(
    `insert into payment_link (tenant_id, id, transaction_id, claim_type, claim_id, client_id,
       debtor_id, amount, currency, status, reasons, created_by, version, created_at, updated_at)
     select $1, ${nthId('PL')}, ${nthId('PX')}, 'INVOICE', i.id, i.client_id, i.debtor_id, 1, 'SEK',
       'BOOKED', '{}', ${shared}
     from generate_series(1, $2::int) n
     join invoice i on i.tenant_id = $1 and i.invoice_number = 'F' || n * ${perDebtor}`,
    [tenantId, open / perDebtor],
  )
  await stage.owner(
    `insert into payment_transaction ${columns}
     select $1, ${nthId('PX', '(n + 10000000)')}, 'FILE', 'PAYMENT', 'NEW', 1000 + k, 'SEK',
       '2026-11-02', '2026-11-02', case n % 3 when 0 then '7' || k end,
       case n % 3 when 1 then 'Invoice F' || k end,
       case n % 3 when 1 then 'Debtor ' || (k - 1) / ${perDebtor} + 1 || ' AB' end,
       case n % 3 when 2 then 'A' || (k - 1) / ${perDebtor} + 1 end,
       0, 1000 + k, 0, 0, ${shared}
     from generate_series(1, $2::int) n
     cross join lateral (select 1 + n::bigint * 7919 % $3::int as k) s`,
    [tenantId, payments, open],
  )
  await stage.analyzed()
}

/** As `simulate` does it, chunk by chunk; only what matching asks and says is timed. */
async function perSecond(stage: Stage, work: Work, tenantId: string) {
  const rows = await stage.owner(
    `select id from payment_transaction
     where tenant_id = $1 and status = 'NEW' order by id`,
    [tenantId],
  )
  let [tookMs, found] = [0, 0]
  for (let at = 0; at < rows.length; at += chunk) {
    const ids = rows.slice(at, at + chunk).map(({ id }) => id)
    await work(async (unit) => {
      const began = performance.now()
      const these = await unit.readEach(PaymentTransaction, 'id = any($2)', [ids])
      const { all, facts } = await toMatch(unit, these)
      const findings = [...findingsOf(all, facts).values()]
      tookMs += performance.now() - began
      found += findings.filter(({ parts }) => parts.length > 0).length
    })
  }
  return { rate: (rows.length / tookMs) * 1000, found, of: rows.length }
}

const stage = await createStage(mkdtempSync(join(tmpdir(), 'receivables-matching-')))
try {
  const { tenantId } = await stage.tenant()
  const work: Work = (verb) => inUnit(stage.runtime, platform(tenantId, 'bench'), {}, verb)
  await first(work)
  let there = 0
  for (const open of values.open.split(',').map(Number)) {
    await filled(stage, tenantId, there, open)
    there = open
    await paid(stage, tenantId, open)
    const { rate, found, of } = await perSecond(stage, work, tenantId)
    const met = rate >= wantedPerSecond && found === of
    console.log(JSON.stringify({ open, payments: of, found, perSecond: Math.round(rate), met }))
  }
} finally {
  await stage.close()
}
