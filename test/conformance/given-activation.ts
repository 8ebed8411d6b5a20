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

/** Activations succeed only in a state which their schemas do not tell. */
export const activationCalls: Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>> = {
  'PUT /invoices/{invoiceId}/activate': async (stage) => ({
    params: { invoiceId: await invoice(stage, 'CREATED') },
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
