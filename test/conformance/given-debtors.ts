import type { IdKind } from '../../src/entities/ids.ts'
import type { Values } from '../support/rows.ts'
import type { GivenCall, Named } from './given.ts'
import { noTasks } from './given-life.ts'
import type { Stage } from './stage.ts'

export const debtorParameters: Readonly<Record<string, Named>> = {
  '/changelog/system-debtor/{id}': 'SystemDebtor',
  '/system-debtor/events/{id}': 'SystemDebtorEvent',
}

export const usualOfDebtors: Readonly<Partial<Record<IdKind, (n: number) => Values>>> = {
  Contact: (n) => ({ email: `contact-${n}@test.example` }),
  SystemDebtorGroup: () => ({ parentId: null, currency: 'SEK', utilised: 0n, reserved: 0n }),
}

const idOf = (row: Values) => String(row['id'])

const bankruptcy = {
  date: '2026-01-15',
  caseNumber: 'K 1-26',
  trustee: 'Advokat Berg',
  lastClaimDate: '2026-03-15',
}

type Calls = Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>>

const identityThatIs = async (stage: Stage, status: string): Promise<GivenCall> => {
  await noTasks(stage)
  const row = await stage.rows.add('system_debtor', { status, statusBefore: 'ACTIVE' })
  return { params: { identificationNumber: idOf(row) } }
}

export const debtorCalls: Calls = {
  'PUT /debtors/{id}/client': async ({ rows }) => {
    const free = { systemDebtorId: null, movedToId: null }
    const source = await rows.add('debtor', free)
    const clientId = String(source['clientId'])
    const target = await rows.add('debtor', { ...free, clientId })
    const body = { clientId, debtorId: idOf(target), customerNumber: undefined }
    return { params: { id: idOf(source) }, body }
  },
  'POST /system-debtors/{identificationNumber}/bankruptcy': async (stage) => ({
    ...(await identityThatIs(stage, 'ACTIVE')),
    body: bankruptcy,
  }),
  'DELETE /system-debtors/{identificationNumber}/bankruptcy': (stage) =>
    identityThatIs(stage, 'BANKRUPT'),
  'POST /system-debtor-groups': async () => ({ body: { parentId: undefined, creditLimit: '100' } }),
  'PUT /system-debtor-groups/{id}': async () => ({
    body: { parentId: undefined, creditLimit: '100' },
  }),
  'POST /system-debtor/events/payments/search': async ({ rows }) => ({
    body: { identificationNumber: idOf(await rows.add('system_debtor')), date: undefined },
  }),
}

export const looksAtDebtors: Readonly<Record<string, string>> = {
  'POST /system-debtor/events/payments/search': 'sums payments',
  'POST /system-debtor/events/search': 'reads events from several tables',
  'POST /system-debtors/{identificationNumber}/financial-events/search':
    'reads the events of all debtors of an identity',
}

export const debtorsMade: Readonly<Record<string, string>> = {
  'PUT /debtors/{id}/client': 'shows the debtor that takes its place',
}
