import { afterAll, beforeAll, expect, test } from 'vitest'
import KeepChoices from '../../migrations/2026-11-22T21-55_choose_settings_once_for_the_whole_tenant.ts'
import { Rows } from '../support/rows.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
afterAll(() => at.close())

/** What the migration does to rows that are there, without the table that it makes. */
function updates(): string[] {
  const statements: string[] = []
  const migration = Object.create(KeepChoices.prototype) as KeepChoices
  Object.assign(migration, { addSql: (sql: string) => void statements.push(sql) })
  migration.up()
  return statements.filter((sql) => sql.startsWith('update') || sql.includes('"client_setting"'))
}

test('what every client was given by default is taken back, what it chose stays', async () => {
  const rows = new Rows(at, tenant.id)
  const { id: clientId } = await rows.add('client', {
    contactInformation: null,
    addressInformation: null,
  })
  const kept = {
    BILLING: { setOff: true, minBillAmount: '0.00', combine: false, billRecipientEmail: null },
    BOOKKEEPING: { export: { method: 'SIE_FILE', voucherSeries: 'K' }, basis: 'ACCRUAL' },
    INVOICE: { paymentTermsDays: 14, paymentAccount: { kind: 'IBAN', number: '1' } },
    DOCUMENT: { language: 'sv', colours: { primary: '#1f3a5f', text: '#1a1a1a' } },
    COMPLIANCE: { restrictions: [], kycStatus: 'APPROVED' },
  }
  for (const [kind, value] of Object.entries(kept)) {
    await rows.add('client_setting', { clientId, kind, value })
  }
  for (const sql of updates()) await at.owner(sql)
  const now = await at.owner('select kind, value from client_setting where client_id = $1', [
    clientId,
  ])
  expect(Object.fromEntries(now.map(({ kind, value }) => [kind, value]))).toEqual({
    BILLING: { combine: false },
    BOOKKEEPING: { export: { voucherSeries: 'K' } },
    INVOICE: { paymentTermsDays: 14, paymentAccount: { kind: 'IBAN', number: '1' } },
    DOCUMENT: { language: 'sv' },
    COMPLIANCE: { kycStatus: 'APPROVED' },
  })
})
