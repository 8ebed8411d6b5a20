import pg from 'pg'
import { createClient } from '../../src/activities/clients/create-client.ts'
import { changeInvoiceSettings } from '../../src/activities/clients/change-invoice-settings.ts'
import { runOnboarding } from '../../src/activities/clients/onboarding/run-onboarding.ts'
import { createInvoice } from '../../src/activities/invoices/create-invoice.ts'
import { platform } from '../../src/domain/access/principal.ts'
import { inUnit } from '../../src/kernel/write/in-unit.ts'
import type { Unit } from '../../src/kernel/write/unit.ts'
import { swedishNumber } from '../../test/support/swedish-number.ts'
import { familyMicros } from './machine.ts'
import type { Caller, Stage } from './stage.ts'

let sent = 0
const plain = pg.Client.prototype.query
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  sent++
  return (plain as (...given: unknown[]) => unknown).apply(this, given)
} as typeof plain

/** What each of many cost: processor time in microseconds, messages to the database. */
export interface Measured {
  node: number
  database: number
  statements: number
  perSecond: number
}

export async function measured(
  stage: Stage,
  many: number,
  work: () => Promise<void>,
): Promise<Measured> {
  const [before, database, from] = [process.cpuUsage(), familyMicros(stage.postgresPid), sent]
  const began = performance.now()
  await work()
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(before)
  return {
    node: (user + system) / many,
    database: (familyMicros(stage.postgresPid) - database) / many,
    statements: (sent - from) / many,
    perSecond: many / seconds,
  }
}

export interface Ground {
  stage: Stage
  caller: Caller
  tenantId: string
  clientId: string
  work<T>(verb: (unit: Unit) => Promise<T>): Promise<T>
}

/** A tenant and its client, whose documents are made when somebody asks. */
export async function grounded(stage: Stage): Promise<Ground> {
  const caller = await stage.tenant()
  const { tenantId } = caller
  const { runtime } = stage
  const as = platform(tenantId, 'bench')
  const work: Ground['work'] = (verb) => inUnit(runtime, as, {}, verb)
  const clientId = await work(async (unit) => {
    const facts = { identificationNumber: swedishNumber(551_000_000), name: 'Client AB' }
    return (await createClient(unit, facts)).client.id
  })
  await runOnboarding({ runtime, tenantId, entityId: clientId, now: new Date() })
  const paymentAccount = { kind: 'BANKGIRO', number: '991-2346' } as const
  await work((unit) => changeInvoiceSettings(unit, clientId, { paymentAccount }))
  await stage.owner(
    `update client_setting set value = jsonb_set(value::jsonb, '{produce}', '"ON_DEMAND"')
     where tenant_id = $1 and client_id = $2 and kind = 'DOCUMENT'`,
    [tenantId, clientId],
  )
  return { stage, caller, tenantId, clientId, work }
}

const row = (n: number) => ({
  description: `Consulting ${n}`,
  quantity: '10',
  unit: 'h',
  price: '950.50',
  vatPercentage: '25',
  articleNumber: `A${n}`,
  accountNumber: '3001',
})

let numbers = 0

/** So many invoices, CREATED. */
export async function made({ clientId, work }: Ground, count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) {
    const n = ++numbers
    const debtor = { customerNumber: `${1000 + (n % 20)}`, name: 'Timber AB', type: 'COMPANY' }
    const sent = {
      clientId,
      invoiceNumber: `N${n}`,
      debtor,
      dates: { invoiceDate: '2026-11-02', expireDate: '2027-11-02' },
      currency: { invoiceCurrency: 'SEK' },
      articleRows: [1, 2, 3].map(row),
    }
    ids.push(await work(async (unit) => (await createInvoice(unit, sent as never)).invoice.id))
  }
  return ids
}
