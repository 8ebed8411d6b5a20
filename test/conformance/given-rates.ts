import type { IdKind } from '../../src/entities/ids.ts'
import type { Values } from '../support/rows.ts'
import type { GivenCall } from './given.ts'
import { noTasks } from './given-life.ts'
import type { Stage } from './stage.ts'

/** What rates and fees must be to be of use; no two rates are the same revision of one day. */
export const usualOfRates: Readonly<Partial<Record<IdKind, (n: number) => Values>>> = {
  BaseInterestRate: (n) => ({
    code: 'SE_REFERENCE',
    currency: 'SEK',
    rate: '2',
    validFrom: '2026-07-01',
    revision: n,
  }),
  FeeType: () => ({
    component: 'REMINDER_FEE',
    currency: 'SEK',
    amount: '60',
    percent: null,
    statutoryKey: 'SE.reminderFee.max',
  }),
}

let fees = 0

async function template({ rows }: Stage) {
  return String((await rows.add('client_financial_price_template', { logotypeId: null }))['id'])
}

const templates = '/client-financial-price-template/{id}'

export const rateCalls: Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>> = {
  'GET /base-interest-rates/{id}': async ({ rows }) => ({
    params: { id: String((await rows.add('base_interest_rate'))['id']) },
  }),
  'POST /fee/type': async () => ({
    body: {
      code: `FEE_${++fees}`,
      component: 'REMINDER_FEE',
      currency: 'SEK',
      amount: '60',
      percent: undefined,
      statutoryKey: undefined,
    },
  }),
  [`PUT ${templates}/logotype`]: async (stage) => {
    const none = { clientId: null, debtorId: null, invoiceId: null }
    const image = { ...none, status: 'STORED', mimeType: 'image/png' }
    const { id } = await stage.rows.add('document', image)
    return { params: { id: await template(stage) }, body: { documentId: String(id) } }
  },
  [`GET ${templates}/clients/engine-rule/status`]: async (stage) => {
    const id = await template(stage)
    await noTasks(stage)
    await stage.tenant.api.put(`${templates.replace('{id}', id)}/clients/engine-rule`, {})
    return { params: { id } }
  },
}
