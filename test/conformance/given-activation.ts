import type { Values } from '../support/rows.ts'
import type { GivenCall } from './given.ts'
import { noTasks } from './given-life.ts'
import type { Stage } from './stage.ts'

const service = { productCode: 'INVOICE_SERVICE' }

/** An invoice that can be activated, or that is in an activation which stands so. */
async function invoice({ rows }: Stage, mainStatus: string, activation?: Values): Promise<string> {
  const activationNumber = activation === undefined ? 0 : 1
  const own = { mainStatus, type: 'INVOICE', bookedDate: null, activationNumber }
  const { id, clientId, debtorId } = await rows.add('invoice', own)
  await rows.add('article', { invoiceId: id, clientId, debtorId })
  if (activation !== undefined) {
    const of = { invoiceId: id, clientId, number: activationNumber, ...service }
    await rows.add('invoice_activation', { ...of, ...activation })
  }
  return String(id)
}

/** Lets debtors pay to the client of the invoice. */
async function payable({ at, tenant, rows }: Stage, invoiceId: string): Promise<string> {
  const value = { paymentAccount: { kind: 'BANKGIRO', number: '991-2346' } }
  const [known] = await at.owner(
    `update client_setting s set value = s.value || $3 from invoice i
     where s.tenant_id = $1 and i.tenant_id = $1 and i.id = $2 and s.client_id = i.client_id
       and s.kind = 'INVOICE' returning 1`,
    [tenant.id, invoiceId, value],
  )
  if (known !== undefined) return invoiceId
  const [{ client_id: clientId } = {}] = await at.owner(
    'select client_id from invoice where tenant_id = $1 and id = $2',
    [tenant.id, invoiceId],
  )
  await rows.add('client_setting', { clientId, kind: 'INVOICE', value })
  return invoiceId
}

/** Activations succeed only in a state which their schemas do not tell. */
export const activationCalls: Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>> = {
  'PUT /invoices/{invoiceId}/activate': async (stage) => ({
    params: { invoiceId: await payable(stage, await invoice(stage, 'CREATED')) },
    body: service,
  }),
  'PUT /invoices/{id}/reset': async (stage) => ({
    params: { id: await invoice(stage, 'PENDING', { status: 'WAITING', step: 'BEGIN' }) },
  }),
  'POST /invoices/{invoiceId}/retry-post-activate': async (stage) => ({
    params: {
      invoiceId: await invoice(stage, 'ACTIVATING', { status: 'FAILED', step: 'BOOK' }),
    },
  }),
  'POST /invoices/actions/bulk-activate': async (stage) => {
    await noTasks(stage)
    return { body: { ids: [await invoice(stage, 'CREATED')], filter: undefined, ...service } }
  },
}
