import type { IdKind } from '../../src/entities/ids.ts'
import type { Values } from '../support/rows.ts'
import type { GivenCall } from './given.ts'
import { noTasks } from './given-life.ts'
import type { Stage } from './stage.ts'

export const usualOfCharges: Readonly<Partial<Record<IdKind, (n: number) => Values>>> = {
  Charge: (n) => ({
    sourceType: 'MANUAL',
    sourceId: null,
    period: '',
    currency: 'SEK',
    status: 'GENERATED',
    billId: null,
    chargeDate: '2026-11-20',
    text: `Charge ${n}`,
  }),
  Bill: () => ({
    currency: 'SEK',
    net: 800n,
    vat: 200n,
    gross: 1000n,
    vats: [{ treatment: 'STANDARD', rate: '25', net: '800', vat: '200' }],
    status: 'CREATED',
    documentId: null,
    electronicDocumentId: null,
    recipientEmail: null,
  }),
}

const forClients = async (stage: Stage): Promise<GivenCall> => {
  await noTasks(stage)
  return { body: { clientIds: [await stage.client()], toDate: '2026-11-25' } }
}

const many =
  (table: 'charge' | 'bill', values: Values = {}) =>
  async (stage: Stage): Promise<GivenCall> => {
    await noTasks(stage)
    const { id } = await stage.rows.add(table, values)
    return { body: { ids: [String(id)], filter: undefined } }
  }

export const chargeCalls: Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>> = {
  'POST /charges': async (stage) => ({
    body: {
      clientId: await stage.client(),
      chargeDate: undefined,
      currency: 'SEK',
      amount: '250.00',
      basisAmount: '100.00',
    },
  }),
  'PUT /charges/generate': forClients,
  'PUT /charges/bill': forClients,
  'PUT /charges/authorize': many('charge'),
  'PUT /bills/bookkeep': many('bill'),
  'PUT /bills/export': many('bill', { status: 'BOOKED' }),
  'PUT /bookkeeping-files/billing': forClients,
}
