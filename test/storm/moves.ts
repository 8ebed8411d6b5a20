import {
  readPaymentRequest,
  refreshPaymentRequest,
  sendPaymentRequest,
} from '../../src/activities/payments/requests/carry-request.ts'
import { carried } from '../automation/running.ts'
import { payableBy } from '../payments/requests-ground.ts'
import { patiently, type Caller, type Ground } from './caller.ts'
import type { Step } from './claims.ts'

/** How the clients of a ground are paid over a rail, agreed once. */
const methods = new WeakMap<Ground, Promise<string>>()

async function agreed({ tenant, clients }: Ground): Promise<string> {
  const [{ methodId }] = await Promise.all(
    clients.map((clientId) => payableBy(tenant, clientId)) as [ReturnType<typeof payableBy>],
  )
  return methodId
}

function methodOf(ground: Ground): Promise<string> {
  const known = methods.get(ground) ?? agreed(ground)
  methods.set(ground, known)
  return known
}

/** Whose process does what it does next, or is told that the claim is closed. */
async function rail(caller: Caller, a: number, b: number): Promise<void> {
  const { body } = await caller.tenant.api.get('/payment-requests?limit=20')
  const request = body.data[a % Math.max(body.data.length, 1)]
  if (request === undefined) return
  const work = [sendPaymentRequest, refreshPaymentRequest, readPaymentRequest][b % 3]!
  const standing = await patiently(caller, 'rail', () => work(caller.task(request.id)))
  caller.note(`rail: ${JSON.stringify(standing)}`)
}

const watched = {
  name: 'Storm',
  type: 'INVOICE',
  event: 'activated',
  rules: [
    {
      actions: [
        { type: 'CREATE_TODO', params: { title: 'Check' } },
        { type: 'CREATE_ERRAND', on: 'DEBTOR', params: { title: 'Look at it' } },
      ],
    },
  ],
}

/** What moves, asks and follows beside the trade. */
export const moveSteps: Readonly<Record<string, Step>> = {
  moveDebtor: async (caller, a, b) => {
    const { body } = await caller.tenant.api.get('/debtors?limit=100')
    const debtor = body.data[a % body.data.length]
    const clientId = caller.ground.clients.find((id) => id !== debtor?.clientId)
    if (debtor === undefined || clientId === undefined) return
    const path = `/debtors/${debtor.id}/client`
    const moved = await caller.put('move debtor', path, { clientId })
    const { existingId } = moved.body
    if (typeof existingId !== 'string' || b % 2 === 0) return
    await caller.put('merge debtor', path, { clientId, debtorId: existingId })
  },
  askPayer: async (caller, a, b) => {
    const claim = caller.pick(a)
    if (claim === undefined) return
    const methodId = await methodOf(caller.ground)
    const payerAlias = ['46701234567', '46701234502'][b % 2]
    const part = b % 3 === 0 ? { amount: '10.00' } : {}
    await caller.post('ask payer', '/payment-requests', {
      methodId,
      claimId: claim.id,
      payerAlias,
      ...part,
    })
  },
  rail,
  automate: async (caller, a) => {
    const { at, tenant } = caller.ground
    const { body } = await tenant.api.get('/automation?limit=2')
    const [known] = body.data
    if (known === undefined) await caller.post('automate', '/automation', watched)
    else if (a % 5 === 0) {
      await caller.put('automate', `/automation/${known.id}`, { enabled: a % 2 === 0 })
    }
    await patiently(caller, 'carry', () => carried(at, tenant))
  },
}
