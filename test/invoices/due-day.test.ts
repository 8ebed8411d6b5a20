import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptForActivation } from '../../src/activities/invoices/accept-for-activation.ts'
import { businessDayFrom } from '../../src/domain/dates.ts'
import { closedDaysOf } from '../../src/ports/calendar/closed-days.ts'
import { activatedInvoice, clientIn, createdInvoice, runActivation } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await clientIn(tenant)
})
afterAll(() => at.close())

const dueOn = (expireDate: string) => ({ dates: { invoiceDate: '2026-11-02', expireDate } })

describe('a deadline', () => {
  test.each([
    ['SE', '2026-12-22', '2026-12-22'],
    ['SE', '2026-12-05', '2026-12-07'],
    ['SE', '2026-12-24', '2026-12-28'],
    ['SE', '2026-12-31', '2027-01-04'],
    ['SE', '2026-06-19', '2026-06-22'],
    ['DK', '2026-12-24', '2026-12-24'],
    ['NO', '2026-05-17', '2026-05-18'],
    ['SE', '2026-04-03', '2026-04-07'],
    ['FI', '2027-01-06', '2027-01-07'],
  ])('in %s of %s is kept on %s', (country, day, kept) => {
    expect(businessDayFrom(day, closedDaysOf(country))).toBe(kept)
  })

  test('stands on the invoice as it was sent, and moves on to a day of business', async () => {
    const id = await createdInvoice(tenant, clientId, dueOn('2026-12-26'))
    const { body } = await tenant.api.get(`/invoices/${id}`)
    expect(body.dates).toMatchObject({ expireDate: '2026-12-26', dueDate: '2026-12-28' })
    const later = await tenant.api.put(`/invoices/${id}`, { dates: { expireDate: '2027-01-06' } })
    expect(later.body.dates).toMatchObject({ expireDate: '2027-01-06', dueDate: '2027-01-07' })
    await tenant.work((unit) => acceptForActivation(unit, id, { productCode: 'INVOICE_SERVICE' }))
    await runActivation(tenant, id)
    expect(await planned(id)).toEqual({ DUE: '2027-01-07', OVERDUE: '2027-01-08' })
  })

  test('of a pause moves on as well', async () => {
    const id = await activatedInvoice(tenant, clientId)
    const paused = await tenant.api.put(`/invoices/${id}/actions/pause`, { until: '2999-01-05' })
    expect(paused.body.dates.pausedUntil).toBe('2999-01-07')
  })

  test('is none of a credit note', async () => {
    const id = await createdInvoice(tenant, clientId, { type: 'CREDIT_INVOICE' })
    expect((await tenant.api.get(`/invoices/${id}`)).body.dates.dueDate).toBeNull()
  })
})

async function planned(id: string): Promise<Record<string, string>> {
  const { body } = await tenant.api.get(`/invoices/events/ledger?invoiceId=${id}&status=PLANNED`)
  return Object.fromEntries(
    body.data.map(({ type, plannedDate }: Record<string, string>) => [type, plannedDate]),
  )
}

describe('the ledger status', () => {
  const statusesOn = async (id: string, day: string) => {
    const before = at.clock.now
    at.clock.now = new Date(`${day}T12:00:00+01:00`)
    try {
      const { api } = tenant
      const listed = async (status: string) => {
        const query = `ledgerStatus=${status}&clientId=${clientId}&count=true`
        const { body } = await api.get(`/invoices?${query}&limit=500`)
        return { has: body.data.some((each: { id: string }) => each.id === id), n: body.count }
      }
      const read = (await api.get(`/invoices/${id}`)).body.statuses.ledger as string
      const line = (await api.get(`/invoices/table/${id}`)).body.ledgerStatus
      const grid = await api.post('/invoices/table/search', {
        filters: { ledgerStatus: [read], clientId },
        limit: 500,
      })
      const others = ['NOT_DUE', 'DUE', 'OVERDUE', 'PARTLY_PAID'].filter((each) => each !== read)
      for (const other of others) expect((await listed(other)).has).toBe(false)
      expect(await listed(read)).toMatchObject({ has: true })
      expect(grid.body.data).toContainEqual(expect.objectContaining({ id, ledgerStatus: read }))
      expect(line).toBe(read)
      return read
    } finally {
      at.clock.now = before
    }
  }

  test('follows the day in every read, list and search, though nothing was written', async () => {
    const id = await activatedInvoice(tenant, clientId, dueOn('2027-01-06'))
    const version = () => at.owner('select version from invoice where id = $1', [id])
    const before = await version()
    expect(await statusesOn(id, '2027-01-05')).toBe('NOT_DUE')
    expect(await statusesOn(id, '2027-01-06')).toBe('NOT_DUE')
    expect(await statusesOn(id, '2027-01-07')).toBe('DUE')
    expect(await statusesOn(id, '2027-01-08')).toBe('OVERDUE')
    expect(await version()).toEqual(before)
  })

  test('is sent in events with the status of the day', async () => {
    const id = await activatedInvoice(tenant, clientId, dueOn('2026-11-06'))
    const rows = await at.owner(
      `select data from event where subject_id = $1 and name = 'activated'`,
      [id],
    )
    expect(rows[0]?.['data']).toMatchObject({ ledgerStatus: 'OVERDUE' })
    const [row] = await at.owner('select ledger_status from invoice where id = $1', [id])
    expect(row?.['ledger_status']).toBe('NOT_DUE')
  })

  test('moves with the ledger event that somebody moves by hand', async () => {
    const id = await activatedInvoice(tenant, clientId, dueOn('2027-01-07'))
    const { body } = await tenant.api.get(`/invoices/events/ledger?invoiceId=${id}&type=DUE`)
    const due = `/invoices/events/ledger/${body.data[0].id}`
    await tenant.api.put(due, { plannedDate: '2027-02-06' })
    expect(await planned(id)).toEqual({ DUE: '2027-02-06', OVERDUE: '2027-02-09' })
    const moved = await tenant.api.get(`/invoices/${id}`)
    expect(moved.body.dates).toMatchObject({ expireDate: '2027-01-07', dueDate: '2027-02-08' })
    expect(await statusesOn(id, '2027-01-20')).toBe('NOT_DUE')
    expect(await statusesOn(id, '2027-02-09')).toBe('OVERDUE')
    const [trail] = await at.owner(
      `select changes from changelog where entity = 'Invoice' and entity_id = $1
       order by id desc limit 1`,
      [id],
    )
    expect(trail?.['changes']).toMatchObject({ dueDate: { to: '2027-02-08' } })

    await tenant.api.put(due, { status: 'SKIPPED' })
    expect(await planned(id)).toEqual({})
    expect(await statusesOn(id, '2027-03-01')).toBe('NOT_DUE')
  })
})
