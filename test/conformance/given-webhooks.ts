import { newId } from '../../src/kernel/write/ids.ts'
import { familyNames } from '../../src/entities/events.ts'
import type { IdKind } from '../../src/entities/ids.ts'
import type { TemporalClient } from '../../src/ports/temporal/connect.ts'
import type { Values } from '../support/rows.ts'
import type { GivenCall } from './given.ts'
import type { Stage } from './stage.ts'

const url = 'https://93.184.216.34/hook'

/** Families of which nothing happens while the sweeps are at work, which would be sent as well. */
const calm = familyNames.filter((name) => !['TOKEN', 'CLIENT'].includes(name))
const familyOf = (n: number) => calm[n % calm.length]

export const usualOfWebhooks: Readonly<Partial<Record<IdKind, (n: number) => Values>>> = {
  Webhook: (n) => ({
    url,
    type: familyOf(n),
    customHeaders: {},
    secretHeaders: null,
    formerKey: null,
    formerKeyUntil: null,
  }),
  WebhookLog: (n) => ({
    webhookId: newId('Webhook'),
    toClient: true,
    type: familyOf(n),
    payload: '{}',
    firstAttemptAt: null,
    lastManualAt: null,
  }),
}

/** Whoever is asked for a retry says yes: the windows are the workflow's, and tested there. */
const willing = {
  client: {
    withDeadline: (_: number, work: () => Promise<unknown>) => work(),
    workflow: { executeUpdateWithStart: async () => undefined },
  },
} as unknown as TemporalClient

export const webhookCalls: Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>> = {
  'POST /webhook': async () => ({
    body: { url, key: 'a key of letters', customHeaders: { 'X-Environment': 'test' } },
  }),
  'PUT /webhook/{id}': async () => ({
    body: { url, key: 'a key of letters', customHeaders: { 'X-Environment': 'test' } },
  }),
  'PUT /webhook/log/retry/{id}': async ({ at, rows }) => {
    at.runtime.engine.connected = async () => willing
    const { id } = await rows.add('webhook_log', { status: 'FAILED' })
    return { params: { id: String(id) } }
  },
}

export const changesNoWebhook = {
  'PUT /webhook/log/retry/{id}': 'asks the process of the delivery, which makes the attempt',
}
