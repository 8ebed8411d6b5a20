import type { IdKind } from '../../src/entities/ids.ts'
import type { Values } from '../support/rows.ts'
import type { GivenCall } from './given.ts'
import type { Stage } from './stage.ts'

const note = { type: 'CREATE_NOTE', on: 'INVOICE', params: { text: 'Look at it' } }
const facts = { ownerType: 'Note', ownerId: 'x', debtorId: null, changed: [], data: {} }

/** The clients' own, that are at rest: the tenant's for a client are not shown to it. */
export const usualOfAutomations: Readonly<Partial<Record<IdKind, (n: number) => Values>>> = {
  Automation: () => ({ type: 'NOTE', event: null, ofClient: true, enabled: false }),
  AutomationRule: () => ({ ofClient: true, conditions: null, actions: [note] }),
  AutomationRun: () => ({ type: 'NOTE', ofClient: true, facts, steps: [], startsAt: null }),
}

export const automationCalls: Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>> = {
  'POST /automation': async () => ({
    body: { type: 'NOTE', event: null, enabled: false, rules: [{ actions: [note] }] },
  }),
  'POST /automation/{id}/rules': async () => ({ body: { conditions: null, actions: [note] } }),
  'PUT /automation/{id}': async () => ({ body: { enabled: true } }),
}
