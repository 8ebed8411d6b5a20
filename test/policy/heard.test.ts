import { expect, test } from 'vitest'
import '../../src/entities/all.ts'
import {
  asShownTo,
  mayReceive,
  type StreamedEvent,
} from '../../src/kernel/http/channel/streamed-events.ts'
import type { Caller } from '../../src/policy/authenticate.ts'

const event = (type: string, data: Record<string, unknown> = {}): StreamedEvent => ({
  id: 'EV1',
  type,
  name: 'updated',
  subject_type: 'Invoice',
  subject_id: 'I1',
  client_id: 'C.1',
  debtor_id: 'D.1',
  version: 2,
  changed: ['financingStatus', 'ledgerStatus'],
  data,
  occurred_at: new Date(0),
  running_from: '1',
})

const as = (debtorId: string | null) =>
  ({ clientId: 'C.1', debtorId, has: () => true }) as unknown as Caller

test('a debtor hears nothing of drafts, of financing or of others', () => {
  const hears = (type: string, data = {}) => mayReceive(as('D.1'), event(type, data))
  expect(hears('INVOICE', { mainStatus: 'CREATED' })).toBe(false)
  expect(hears('INVOICE', { mainStatus: 'ACTIVATING' })).toBe(false)
  // Rows of an invoice tell no status.
  expect(hears('INVOICE')).toBe(false)
  expect(hears('FACTORING_STATUS')).toBe(false)
  expect(hears('INVOICE', { mainStatus: 'ACTIVATED' })).toBe(true)
  expect(hears('INVOICE_BALANCE')).toBe(true)
  expect(mayReceive(as('D.2'), event('INVOICE_BALANCE'))).toBe(false)
  expect(mayReceive(as(null), event('INVOICE', { mainStatus: 'CREATED' }))).toBe(true)
})

test('an event for a debtor has no field that is hidden from it', () => {
  const told = event('INVOICE', { mainStatus: 'DENIED_FINANCING', productCode: 'INVOICE_SERVICE' })
  expect(asShownTo(as('D.1'), told)).toMatchObject({
    changed: ['ledgerStatus'],
    data: { mainStatus: 'ACTIVATED', productCode: null },
  })
  expect(asShownTo(as(null), told)).toEqual(told)
})
