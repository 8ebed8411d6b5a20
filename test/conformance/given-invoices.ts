import type { IdKind } from '../../src/entities/ids.ts'
import type { Values } from '../support/rows.ts'
import type { GivenCall } from './given.ts'
import { noTasks } from './given-life.ts'
import type { Stage } from './stage.ts'

const debtorSent = { customerNumber: '1', name: 'Berg AB', type: 'COMPANY' }

/** What can be reckoned with, and shown. */
export const usualOfInvoices: Readonly<Partial<Record<IdKind, (n: number) => Values>>> = {
  Invoice: () => ({
    invoiceCurrency: 'SEK',
    baseCurrency: 'SEK',
    rate: '1',
    vats: [],
    debtorSent,
    expireDate: '2026-12-02',
  }),
  Article: () => ({
    type: 'LINE',
    quantity: '1',
    price: '100',
    vatPercentage: '25',
    currency: 'SEK',
    discountPercent: null,
    discountAmount: null,
  }),
  Debtor: () => ({ currency: 'SEK', identificationNumber: null }),
}

const idOf = (row: Values) => String(row['id'])

let numbers = 0

const createInvoice = async ({ rows }: Stage): Promise<GivenCall> => ({
  body: {
    clientId: idOf(await rows.add('client')),
    invoiceNumber: `given ${++numbers}`,
    debtor: debtorSent,
    dates: { invoiceDate: '2026-11-02', expireDate: '2026-12-02' },
    currency: undefined,
    articleRows: [{ price: '100', vatPercentage: 25 }],
  },
})

async function debtorWithProfile({ rows }: Stage): Promise<GivenCall> {
  const { id: reminderProfileId, clientId } = await rows.add('reminder_profile', { active: true })
  const debtor = await rows.add('debtor', {
    reminderProfileId,
    ...(clientId != null && { clientId }),
  })
  return { params: { id: idOf(debtor) } }
}

export const invoiceCalls: Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>> = {
  'POST /invoices': createInvoice,
  'POST /invoices/integration': createInvoice,
  'PUT /invoices/{id}': async ({ rows }) => ({
    params: { id: idOf(await rows.add('invoice', { mainStatus: 'CREATED' })) },
    body: {
      debtor: undefined,
      currency: undefined,
      articleRows: undefined,
      dates: { expireDate: '2027-01-31' },
    },
  }),
  'PUT /articles/{id}': async ({ rows }) => {
    const { id: invoiceId } = await rows.add('invoice', { mainStatus: 'CREATED' })
    const article = await rows.add('article', { invoiceId })
    const body = { price: '7', quantity: undefined, vatPercentage: 25, discountAmount: undefined }
    return { params: { id: idOf(article) }, body: { ...body, type: 'LINE' } }
  },
  'PUT /articles/bulk-update': async (stage) => {
    await noTasks(stage)
    return { body: { ids: [idOf(await stage.rows.add('article'))], filter: undefined } }
  },
  'POST /invoices/{invoiceId}/article_labels': async () => ({ body: { articleId: undefined } }),
  'PUT /debtors/{debtorId}': async () => ({
    body: { subtypeId: undefined, identificationNumber: '556000-4615' },
  }),
  'GET /debtors/{id}/reminder-profiles/default': debtorWithProfile,
  'GET /debtors/{id}/reminder-profiles/effective': debtorWithProfile,
  'DELETE /debtors/{id}/reminder-profiles/default': debtorWithProfile,
  'PUT /debtors/{id}/reminder-profiles/default': async ({ rows }) => {
    const profile = await rows.add('reminder_profile', { active: true })
    const of = profile['clientId'] == null ? {} : { clientId: profile['clientId'] }
    const debtor = await rows.add('debtor', of)
    return { params: { id: idOf(debtor) }, body: { reminderProfileId: idOf(profile) } }
  },
}
