import { describe, expect, it } from 'vitest'
import {
  bookedClient,
  bookIn,
  draft,
  enterByHand,
  manualVoucher,
  worldWithClient,
} from '../support/booked-client.ts'
import type { Answered } from '../support/world.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import { uuidOfId } from '../../src/domain/id-forms.ts'

const { at, tenant, client } = await worldWithClient()

const fault = ({ status, body }: Answered) => [
  status,
  body.errors?.[0]?.pointer,
  body.errors?.[0]?.code,
]

describe('a day that a person chooses', () => {
  it('is of the time that the book is about', async () => {
    const year = at.clock.now.getUTCFullYear()
    const on = (date: string) => tenant.api.post('/vouchers', manualVoucher(client.id, { date }))
    expect(fault(await on(`${year - 2}-12-31`))).toEqual([400, '/date', 'BEFORE_THE_BOOKS'])
    expect((await on(`${year - 1}-01-01`)).status).toBe(201)
    expect((await on(`${year + 1}-12-31`)).status).toBe(201)
    expect(fault(await on(`${year + 2}-01-01`))).toEqual([400, '/date', 'TOO_FAR_AHEAD'])
    const { body } = await on(`${year}-01-01`)
    const reversed = await tenant.api.put(`/vouchers/${body.id}/reverse`, {
      reason: 'x',
      date: `${year + 2}-01-01`,
    })
    expect(fault(reversed)).toEqual([400, '/date', 'TOO_FAR_AHEAD'])
    const entered = await enterByHand(tenant.api, client.mainId, '1', { bookDate: '1999-12-31' })
    expect(fault(entered)).toEqual([400, '/bookDate', 'BEFORE_THE_BOOKS'])
  })
})

describe('the first day of the fiscal year', () => {
  const change = (clientId: string, fiscalYearStart: string) =>
    tenant.api.put(`/clients/${clientId}/settings/bookkeeping`, { fiscalYearStart })
  const voucher = async (clientId: string, date: string) =>
    (await tenant.api.post('/vouchers', manualVoucher(clientId, { date }))).body

  it('stays where a voucher would come to stand in another year than it is numbered in', async () => {
    const own = await bookedClient(tenant)
    await bookIn(tenant, draft(own.id, { bookDate: '2026-03-15' }))
    const refused = await change(own.id, '07-01')
    expect(refused).toMatchObject({ status: 409, body: { code: 'FISCAL_YEAR_IN_USE' } })
    expect((await voucher(own.id, '2026-03-16')).fiscalYear).toBe(2026)
  })

  it('changes where all vouchers keep their year, and no number is given twice in one', async () => {
    const own = await bookedClient(tenant)
    const first = await voucher(own.id, '2026-08-15')
    expect((await change(own.id, '07-01')).status).toBe(200)
    const [second, third] = [
      await voucher(own.id, '2027-06-30'),
      await voucher(own.id, '2026-06-30'),
    ]
    expect([first, second].map(({ fiscalYear, number }) => [fiscalYear, number])).toEqual([
      [2026, 1],
      [2026, 2],
    ])
    expect([third.fiscalYear, third.number]).toEqual([2025, 1])
  })

  it('is asked by the database as well', async () => {
    const [row] = await at.owner(
      `select tgname from pg_trigger where tgname = 'voucher_on_its_day'`,
    )
    expect(row).toBeDefined()
    const own = await bookedClient(tenant)
    await voucher(own.id, '2026-03-15')
    const copied = at.owner(
      `insert into voucher select (json_populate_record(v, $2)).* from voucher v
       where v.tenant_id = $1 and v.owner_id = $3`,
      [tenant.id, JSON.stringify({ id: uuidOfId(newId('Voucher')), fiscal_year: 2025 }), own.id],
    )
    await expect(copied).rejects.toMatchObject({ constraint: 'voucher_in_fiscal_year' })
  })
})
