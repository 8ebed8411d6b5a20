import type { IdKind } from '../../src/entities/ids.ts'
import { familyOf, productCodes } from '../../src/domain/clients/product.ts'
import type { Values } from '../support/rows.ts'
import type { GivenCall } from './given.ts'
import type { Stage } from './stage.ts'

/** What rows of clients must be to be of use, beyond what their columns ask. */
export const usualOfClients: Readonly<Partial<Record<IdKind, (n: number) => Values>>> = {
  Client: () => ({
    countryCode: 'SE',
    contactInformation: null,
    addressInformation: null,
    reminderProfileId: null,
    status: 'ACTIVE',
  }),
  ClientProduct: (n) => ({
    productCode: productCodes[n % productCodes.length],
    family: familyOf(productCodes[n % productCodes.length]!),
    isDefault: false,
    enabled: true,
    minTenorDays: null,
    maxTenorDays: null,
  }),
  Erp: (n) => ({ uses: 'BOTH', active: true, target: `erp-${n}`, connector: 'FILE' }),
  ErpType: () => ({ uses: 'BOTH', connector: 'FILE' }),
}

const settings = (kind: string, param = 'id') =>
  async function given(stage: Stage): Promise<GivenCall> {
    const clientId = await stage.client()
    await stage.rows.add('client_setting', { clientId, kind, value: {} })
    return { params: { [param]: clientId } }
  }

/** A client with a sync that stands so. */
const syncing = (status: string, body: object = {}) =>
  async function given(stage: Stage): Promise<GivenCall> {
    const { id: erpId } = await stage.rows.add('erp')
    const clientId = await stage.client({ invoiceErpId: erpId, bookkeepErpId: erpId })
    await stage.rows.add('client_sync', { clientId, status, direction: 'BOTH', scope: {} })
    return { params: { clientId }, body: body as Record<string, unknown> }
  }

/** An invoice of a sync on its way. */
async function moving(stage: Stage) {
  const clientId = await stage.client()
  const { id } = await stage.rows.add('client_sync_invoice', { clientId, status: 'PENDING' })
  return { clientId, id: String(id) }
}

export async function product(stage: Stage, productCode: string, more: object = {}) {
  const clientId = await stage.client()
  const values = { clientId, productCode, family: familyOf(productCode as never), ...more }
  const { id } = await stage.rows.add('client_product', values)
  return { clientId, params: { id: String(id) } }
}

async function reminded(stage: Stage): Promise<GivenCall> {
  const clientId = await stage.client()
  const own = { clientId, ownerType: 'CLIENT', isDefault: true, reminderDays: [5, 15] }
  await stage.rows.add('reminder_profile', own)
  return { params: { id: clientId } }
}

/** Operations of clients that succeed only in a state which their schemas do not tell. */
export const clientCalls: Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>> = {
  'POST /clients/{id}/onboarding/retry': async (stage) => {
    const clientId = await stage.client({ status: 'ONBOARDING' })
    await stage.rows.add('onboarding_step', { clientId, status: 'FAILED' })
    return { params: { id: clientId } }
  },
  'DELETE /clients/{id}/access/{holderId}': async (stage) => {
    const clientId = await stage.client()
    const holderId = String((await stage.rows.add('user_account'))['id'])
    const assigned = { holderType: 'USER', holderId, reason: 'ASSIGNMENT', viaId: holderId }
    await stage.rows.add('client_access', { ...assigned, clientId })
    return { params: { id: clientId, holderId } }
  },
  'PUT /clients/{id}/settings/billing': settings('BILLING'),
  'PUT /clients/{id}/settings/bookkeeping': settings('BOOKKEEPING'),
  'PUT /clients/{id}/settings/compliance': settings('COMPLIANCE'),
  'PUT /clients/{id}/settings/invoice-text': async (stage) => ({
    ...(await settings('INVOICE_TEXT')(stage)),
    body: { sv: { footer: `Vi tackar ${Math.random()}.` } },
  }),
  'POST /clients/{id}/settings/invoice-text': async () => ({ body: { sv: { footer: 'Tack.' } } }),
  'PUT /clients/{clientId}/settings/invoice': async (stage) => ({
    ...(await settings('INVOICE', 'clientId')(stage)),
    body: { defaultProductCode: undefined, paymentAccount: null },
  }),
  'POST /clients/{id}/document-setting': async (stage) => ({
    ...(await settings('DOCUMENT')(stage)),
    body: { logoDocumentId: null },
  }),
  'PUT /clients/{id}/logotype': async (stage) => {
    const { params } = await settings('DOCUMENT')(stage)
    const image = { clientId: params?.['id'], status: 'STORED', mimeType: 'image/png' }
    const { id } = await stage.rows.add('document', { ...image, debtorId: null, invoiceId: null })
    return { params: params ?? {}, body: { documentId: String(id) } }
  },
  'GET /clients/{id}/reminder-profiles/default': reminded,
  'PUT /clients/{id}/reminder-profiles/default': reminded,
  'PUT /clients/{clientId}/sync': syncing('CONNECTED'),
  'PUT /clients/{clientId}/sync/enable': syncing('DISABLED'),
  'PUT /clients/{clientId}/sync/disable': syncing('CONNECTED'),
  'PUT /clients/{clientId}/sync/reset': syncing('CONNECTED'),
  'PUT /clients/{clientId}/sync/status': syncing('CONNECTED'),
  'PUT /clients/{clientId}/sync/mark-integration-as-connected': syncing('AWAITING_ONBOARDING'),
  'PUT /clients/{clientId}/sync/complete-integration': syncing('CONNECTED'),
  'POST /clients/{clientId}/sync/obtain-onboarding-url': syncing('AWAITING_ONBOARDING'),
  'POST /clients/{clientId}/sync/invoices': async (stage) =>
    syncing('CONNECTED', {
      direction: 'IMPORT',
      invoices: [{ externalId: `external-${Math.random()}` }],
    })(stage),
  'PUT /clients/{clientId}/sync/invoices/abort': async (stage) => {
    const { clientId, id } = await moving(stage)
    return { params: { clientId }, body: { ids: [id] } }
  },
  'PUT /clients/{clientId}/sync/invoices/status': async (stage) => {
    const { clientId, id } = await moving(stage)
    return { params: { clientId }, body: { invoices: [{ id, status: 'SYNCED' }] } }
  },
  'PUT /clients/sync/invoices/status': async (stage) => {
    const { id } = await moving(stage)
    return { body: { invoices: [{ id, status: 'SYNCED' }] } }
  },
  'PUT /clients/{id}/erp-connect': async ({ rows }) => {
    const [invoiceErp, bookkeepErp] = [await rows.add('erp'), await rows.add('erp')]
    const body = {
      invoiceErpId: String(invoiceErp['id']),
      bookkeepErpId: String(bookkeepErp['id']),
    }
    return { body }
  },
  'PUT /client-products/{id}': async (stage) => {
    const { params } = await product(stage, 'INVOICE_FACTORING_SELL')
    return { params }
  },
  'PUT /client-products/{id}/toggle': async (stage) => ({
    params: (await product(stage, 'INVOICE_FACTORING_SELL', { enabled: false })).params,
    body: { enabled: true, recourseDays: 1 + Math.trunc(Math.random() * 300) },
  }),
  'PUT /client-products/{id}/default': async (stage) => {
    const { params, clientId } = await product(stage, 'INVOICE_SERVICE')
    await stage.rows.add('client_setting', { clientId, kind: 'INVOICE', value: {} })
    return { params }
  },
  'PUT /client-products/{id}/apply': async (stage) => {
    const { params } = await product(stage, 'INVOICE_FACTORING_SELL')
    return { params }
  },
  'POST /erps': async ({ rows }) => {
    const { id } = await rows.add('erp_type')
    const name = `Business system ${Math.random()}`
    return { body: { erpTypeId: String(id), name, uses: 'BOTH', target: 'nordlund' } }
  },
}
