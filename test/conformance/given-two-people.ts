import { changedTerms } from '../../src/domain/clients/product.ts'
import { bookedClient } from '../support/booked-client.ts'
import { funded } from './given-accounts.ts'
import { product } from './given-clients.ts'
import { errandToReturn } from './given-factoring.ts'
import { loanToWriteOff } from './given-loans.ts'
import { onSettlement, proposedForAccount, refundToAccept } from './given-payments.ts'
import { batchOfPlatform } from './given-payouts.ts'
import { payoutToSend } from './given-payment-requests.ts'
import type { GivenCall } from './given.ts'
import type { Stage } from './stage.ts'

const key = 'invoice.authorizationRequired'
const laxer = { settings: { [key]: false } }
const strict = { [key]: true }

const idOf = (row: Readonly<Record<string, unknown>>) => String(row['id'])

/** One of whom something strict was said, for those who follow it. */
async function strictOne({ rows }: Stage, level: string, table: string): Promise<string> {
  const targetId = idOf(await rows.add(table))
  await rows.add('setting_choice', { level, targetId, value: strict })
  return targetId
}

async function inLimitedGroup({ rows }: Stage) {
  const groupId = idOf(await rows.add('system_debtor_group', { creditLimit: 100n }))
  const member = await rows.add('system_debtor_group_member', { groupId })
  return { groupId, systemDebtorId: String(member['systemDebtorId']) }
}

const choosing = (level: string, table: string, param: string) => async (stage: Stage) => ({
  params: { [param]: await strictOne(stage, level, table) },
  body: laxer,
})

const takingBack = (level: string, table: string, param: string) => async (stage: Stage) => ({
  params: { [param]: await strictOne(stage, level, table), settingKey: key },
})

const ofClient = async (stage: Stage) => ({
  params: { clientId: await stage.client() },
  body: laxer,
})

const byDefault = ({ at, tenant }: Stage) =>
  at.owner('update instance_provider set is_default = false where tenant_id = $1', [tenant.id])

async function superUser({ rows }: Stage): Promise<string> {
  return idOf(await rows.add('user_account', { superUser: true, clientId: null, debtorId: null }))
}

const bounded = { creditLimit: 100n, temporaryLimit: null, temporaryUntil: null }

type Given = (stage: Stage) => Promise<GivenCall>

/** The state in which what may take two people does, where any other call takes one. */
export const takesTwo: Readonly<Record<string, Given>> = {
  'POST /business-loans/{businessLoanId}/financial-events': loanToWriteOff,
  'POST /payment-requests': payoutToSend,
  'PUT /client-invoice-request/{id}': refundToAccept,
  'PUT /errands/system/{id}/perform': errandToReturn,
  'PUT /payout-batches/{id}/authorize': batchOfPlatform,
  'PUT /unplaced-payments/{id}/link': onSettlement,
  'PUT /unplaced-payments/client/{id}/link/book': proposedForAccount,
  'PUT /unplaced-payments/client/{id}/link/{linkId}/book': proposedForAccount,
  'PUT /system-setting/{key}': async () => ({
    params: { key: 'payout.newAccountCooldownDays' },
    body: { value: 0 },
  }),
  'PUT /settings/client/{clientId}': ofClient,
  'PUT /settings/client/flag/{clientId}': ofClient,
  'PUT /clients/{clientId}/settings/invoice': async (stage) => ({
    params: { clientId: await stage.client() },
    body: { authorizationRequired: false, defaultProductCode: undefined, numberSeries: undefined },
  }),
  'DELETE /settings/client/{clientId}/{settingKey}': async (stage) => {
    await byDefault(stage)
    const clientId = await stage.client()
    const value = { authorizationRequired: true }
    await stage.rows.add('client_setting', { clientId, kind: 'INVOICE', value })
    return { params: { clientId, settingKey: key } }
  },
  'PUT /settings/client-financial-price-template/{templateId}': choosing(
    'TEMPLATE',
    'client_financial_price_template',
    'templateId',
  ),
  'PUT /settings/client-financial-price-template/flag/{templateId}': choosing(
    'TEMPLATE',
    'client_financial_price_template',
    'templateId',
  ),
  'DELETE /settings/client-financial-price-template/{templateId}/{settingKey}': takingBack(
    'TEMPLATE',
    'client_financial_price_template',
    'templateId',
  ),
  'PUT /settings/service-provider/{serviceProviderId}': choosing(
    'SERVICE_PROVIDER',
    'service_provider',
    'serviceProviderId',
  ),
  'DELETE /settings/service-provider/{serviceProviderId}/{settingKey}': takingBack(
    'SERVICE_PROVIDER',
    'service_provider',
    'serviceProviderId',
  ),
  'PUT /settings/instance-provider/{instanceProviderId}': choosing(
    'INSTANCE_PROVIDER',
    'instance_provider',
    'instanceProviderId',
  ),
  'DELETE /settings/instance-provider/{instanceProviderId}/{settingKey}': takingBack(
    'INSTANCE_PROVIDER',
    'instance_provider',
    'instanceProviderId',
  ),
  'PUT /settings/debtor/flag/{debtorId}': async () => ({ body: laxer }),
  'PUT /settings/system-debtor/flag/{identificationNumber}': async () => ({ body: laxer }),
  'PUT /clients/{id}': async (stage) => {
    await byDefault(stage)
    const templateId = await strictOne(stage, 'TEMPLATE', 'client_financial_price_template')
    const values = { templateId, serviceProviderId: null, instanceProviderId: null }
    const nothing = { status: undefined, serviceProviderId: undefined }
    return {
      params: { id: idOf(await stage.rows.add('client', values)) },
      body: { ...nothing, templateId: null, instanceProviderId: undefined },
    }
  },
  'PUT /instance-providers/{id}/default': async (stage) => {
    await byDefault(stage)
    const { rows, at } = stage
    const before = await strictOne(stage, 'INSTANCE_PROVIDER', 'instance_provider')
    await at.owner('update instance_provider set is_default = true where id = $1', [before])
    return { params: { id: idOf(await rows.add('instance_provider')) } }
  },
  'PUT /debtors/{debtorId}': async (stage) => {
    await byDefault(stage)
    const systemDebtorId = await strictOne(stage, 'SYSTEM_DEBTOR', 'system_debtor')
    const debtor = await stage.rows.add('debtor', { systemDebtorId, movedToId: null })
    return {
      params: { debtorId: idOf(debtor) },
      body: { subtypeId: undefined, identificationNumber: '556000-4615', countryCode: 'SE' },
    }
  },
  'PUT /vouchers/settings/locked-period': async (stage) => {
    const clientId = await stage.client()
    const owner = { ownerType: 'CLIENT', ownerId: clientId, clientId }
    await stage.rows.add('locked_period', { ...owner, lockedUntil: '2026-10-31' })
    return { body: { clientId, lockedUntil: null } }
  },
  'PUT /client-accounts/transfer': async (stage) => {
    const { mainId: fromId } = await funded(stage)
    const { mainId: toId } = await bookedClient(stage.tenant)
    return { body: { fromId, toId, amount: '10.00', reason: 'Agreed' } }
  },
  'PUT /client-accounts/transfer-from-transaction': async (stage) => {
    const { transactionId } = await funded(stage)
    const { mainId: toId } = await bookedClient(stage.tenant)
    return { body: { transactionId, toId, amount: '10.00', reason: 'Agreed' } }
  },
  'PUT /credit-statuses/{id}': async ({ rows }) => ({
    params: { id: idOf(await rows.add('credit_status', bounded)) },
    body: { creditLimit: null, temporaryLimit: undefined, temporaryUntil: undefined },
  }),
  'PUT /credit-statuses/multiple-update': async ({ rows }) => {
    const id = idOf(await rows.add('credit_status', bounded))
    return { body: { items: [{ id, creditLimit: '98765.00' }] } }
  },
  'PUT /system-debtor-credit-status/currency-status/{id}': async ({ rows }) => ({
    params: { id: idOf(await rows.add('system_debtor_credit_status', { creditLimit: 100n })) },
    body: { creditLimit: '98765.00' },
  }),
  'PUT /system-debtor-credit-status/system-debtor/{systemDebtorId}': async ({ rows }) => {
    const row = await rows.add('system_debtor_credit_status', { creditLimit: 100n })
    const params = { systemDebtorId: String(row['systemDebtorId']) }
    return { params, body: { currency: String(row['currency']), creditLimit: '98765.00' } }
  },
  'PUT /system-debtor-groups/{id}': async ({ rows }) => ({
    params: { id: idOf(await rows.add('system_debtor_group', { creditLimit: 100n })) },
    body: { parentId: undefined, creditLimit: '98765' },
  }),
  'DELETE /system-debtor-groups/{id}': async (stage) => {
    const { groupId } = await inLimitedGroup(stage)
    return { params: { id: groupId } }
  },
  'DELETE /system-debtor-groups/{id}/system-debtors/{systemDebtorId}': async (stage) => {
    const { groupId, systemDebtorId } = await inLimitedGroup(stage)
    return { params: { id: groupId, systemDebtorId } }
  },
  'PUT /client-products/{id}': async (stage) => {
    const terms = { limitsApply: true, commissionRate: '0.01', commissionVatRate: '0.25' }
    const { params } = await product(stage, 'INVOICE_FACTORING_SELL', terms)
    const others = Object.fromEntries(changedTerms.map((name) => [name, undefined]))
    return { params, body: { ...others, limitsApply: false } }
  },
  'PUT /system-bank-accounts/{id}': async () => ({ body: { name: 'Another account' } }),
  'PUT /users/{id}/toggle-super-user': async () => ({ body: { superUser: true } }),
  'PUT /users/{id}/toggle': async (stage) => ({
    params: { id: await superUser(stage) },
    body: { active: false },
  }),
  'POST /token/generate': async () => ({
    body: { superUser: true, tenantsOwn: true, rights: undefined, roleIds: undefined },
  }),
  'DELETE /token/{id}': async ({ rows, at }) => {
    const expiresAt = new Date(at.clock.now.getTime() + 86_400_000)
    const unbound = { clientId: null, debtorId: null, userId: null, serviceAccountId: null }
    return {
      params: { id: idOf(await rows.add('token', { superUser: true, expiresAt, ...unbound })) },
    }
  },
}
