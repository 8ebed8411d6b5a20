import { packed } from '../../src/domain/invoices/documents/packed.ts'
import type { Values } from '../support/rows.ts'
import { frozenInvoice } from '../support/frozen.ts'
import { asFile, goodPng } from '../support/pictures.ts'
import { invoiceBody } from '../support/trade.ts'
import type { GivenCall } from './given.ts'
import type { Stage } from './stage.ts'

/** One whose file is made when it is asked for, so that every row has one. */
export const usualDocument = (n: number): Values => ({
  filename: `Faktura ${n}.pdf`,
  mimeType: 'application/pdf',
  status: 'FROZEN',
  frozen: packed(frozenInvoice()).own,
  size: 0,
  sha256: '',
  storageKey: null,
  debtorId: null,
  retentionUntil: null,
})

/** One that says of both what a document shows of them. */
export const usualSnapshot = (): Values => {
  const { sender, debtor } = packed(frozenInvoice())
  return { body: { ...sender, ...debtor } }
}

const pdf = {
  filename: 'delivery note.pdf',
  mimeType: 'application/pdf',
  content: Buffer.from('%PDF-1.4\n').toString('base64'),
}

const toPreview = {
  mainStatus: 'CREATED',
  bookedDate: null,
  vats: [],
  references: null,
  invoiceCurrency: 'SEK',
  baseCurrency: 'SEK',
}

export const documentCalls: Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>> = {
  'POST /invoices/preview': async ({ rows }) => ({
    body: invoiceBody({ clientId: (await rows.add('client'))['id'], type: 'INVOICE' }),
  }),
  'PUT /invoices/{id}/preview': async ({ rows }) => ({
    params: { id: String((await rows.add('invoice', toPreview))['id']) },
  }),
  // A file that is made of something else takes the right to read that as well.
  'GET /documents/{id}/file': async ({ rows }) => ({
    params: { id: String((await rows.add('document', { type: 'INVOICE' }))['id']) },
  }),
  'POST /documents/attachments/invoice': async () => ({ body: pdf }),
  'POST /documents/attachments/client': async ({ rows }) => ({
    body: { ...pdf, clientId: (await rows.add('client'))['id'] },
  }),
  'POST /documents/brand/instance-provider': async () => ({
    body: asFile(goodPng()),
  }),
  'POST /documents/connected-files': async ({ rows }) => ({
    body: { ownerType: 'CLIENT', ownerId: (await rows.add('client'))['id'], files: [pdf, pdf] },
  }),
  'POST /documents/invoice': async ({ rows }) => {
    const invoice = await rows.add('invoice', { activationNumber: 1, bookedDate: '2026-11-20' })
    const id = String(invoice['id'])
    await rows.add('invoice_activation', {
      invoiceId: id,
      number: 1,
      frozen: packed(frozenInvoice()).own,
    })
    return { body: { invoiceId: id } }
  },
  'POST /documents/link-invoice': async ({ rows }) => {
    const { id, clientId } = await rows.add('invoice')
    const own = { ownerType: 'CLIENT', ownerId: clientId, clientId, invoiceId: null }
    const document = await rows.add('document', own)
    return { body: { documentId: document['id'], invoiceId: id } }
  },
}
