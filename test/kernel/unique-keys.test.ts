import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { EntityMetadata } from '@mikro-orm/core'
import { allTables } from '../../src/entities/table.ts'
import { fieldsOf, refusalOf } from '../../src/kernel/write/database-errors.ts'
import { createOrm } from '../../src/kernel/write/runtime.ts'
import { routeOf, served } from '../support/served.ts'

/** The bodies by which somebody comes upon a key, each of which has what is pointed at. */
const bodies: Readonly<Record<string, readonly string[]>> = {
  erp_type_code_unique: ['POST /erp-types'],
  erp_name_unique: ['POST /erps'],
  instance_provider_name_unique: ['POST /instance-providers'],
  service_provider_code_unique: ['POST /service-providers'],
  client_financial_price_template_name_unique: [
    'POST /client-financial-price-template',
    'PUT /client-financial-price-template/{id}',
  ],
  client_number_unique: ['PUT /clients/{id}'],
  client_identification_unique: ['POST /clients'],
  debtor_subtype_code_unique: ['POST /debtor-subtype', 'PUT /debtor-subtype/{id}'],
  debtor_number_unique: ['PUT /debtors/{debtorId}', 'PUT /debtors/{id}/client'],
  user_email_unique: ['POST /users', 'PUT /users/{id}', 'POST /client-users'],
  role_name_unique: ['POST /roles', 'PUT /roles/{id}'],
  user_group_name_unique: ['POST /user-groups', 'PUT /user-groups/{id}'],
  service_account_name_unique: ['POST /service-accounts', 'PUT /service-accounts/{id}'],
  client_bank_account_number_unique: ['POST /client-bank-account', 'PUT /client-bank-account/{id}'],
  client_bank_account_profile_unique: ['POST /client-bank-account-profile'],
  client_transfer_text_unique: ['POST /client-transfer-text'],
  client_account_unique: ['POST /client-accounts'],
  client_article_number_unique: ['POST /clients/articles', 'PUT /clients/articles/{id}'],
  email_recipient_unique: ['POST /clients/{id}/email-recipients'],
  client_group_name_unique: ['POST /client-groups', 'PUT /client-groups/{id}'],
  client_handler_name_unique: ['POST /client-handlers', 'PUT /client-handlers/{id}'],
  system_debtor_group_name_unique: ['POST /system-debtor-groups', 'PUT /system-debtor-groups/{id}'],
  system_debtor_group_member_debtor_unique: ['POST /system-debtor-groups/{id}/system-debtors'],
  debtor_blocked_unique: ['POST /debtor-blocked'],
  debtor_blocked_all_unique: ['POST /debtor-blocked'],
  contact_preferred_unique: ['POST /contacts'],
  invoice_number_unique: ['POST /invoices', 'PUT /invoices/{id}'],
  invoice_guarantor_number_unique: [
    'POST /invoices/{invoiceId}/guarantors',
    'PUT /invoices/{invoiceId}/guarantors/{id}',
  ],
  loan_profile_code_unique: ['POST /loan-profiles'],
  business_loan_number_unique: ['POST /business-loans'],
  factoring_country_code_unique: ['POST /factoring-country'],
  bookkeeping_account_number_unique: ['POST /bookkeeping-accounts'],
  bookkeeping_account_role_currency_unique: ['POST /bookkeeping-accounts'],
  payout_account_unique: ['POST /payout-accounts'],
  payment_account_number_unique: ['POST /payment-accounts'],
  system_bank_account_number_unique: ['POST /system-bank-accounts'],
  payment_reference_setting_unique: ['POST /invoice-payment-reference-settings'],
  account_reference_setting_account_unique: ['POST /client-account-payment-reference-settings'],
  account_reference_setting_cases_unique: ['POST /collection-batch-payment-reference-settings'],
  payment_method_binding_client_unique: ['POST /payment-methods/configurations/client'],
  payment_method_binding_provider_unique: ['POST /payment-methods/configurations/service-provider'],
  reason_code_code_unique: ['POST /reason-code'],
  content_user_setting_unique: ['POST /content-user-setting'],
  bookkeeping_receiver_method_unique: ['POST /bookkeeping-receivers'],
  bank_feed_name_unique: ['POST /bank-feeds', 'PUT /bank-feeds/{id}'],
  fee_type_code_unique: ['POST /fee/type'],
  label_name_unique: ['POST /labels'],
  label_assignment_unique: ['POST /debtors/{debtorId}/labels', 'POST /invoices/{invoiceId}/labels'],
}

/** Of rows that no body names: the platform makes them, or a verb that comes once more finds them. */
const ofNoBody = [
  'invoice_payment_choice_configuration_unique',
  'invoice_payment_choice_method_unique',
  'payment_request_payout_unique',
  'payment_method_code_unique',
  'article_row_unique',
  'bank_feed_file_name_unique',
  'bookkeeping_delivery_attempt_unique',
  'base_interest_rate_version_unique',
  'bill_number_unique',
  'charge_source_unique',
  'bookkeeping_account_beside_unique',
  'client_access_unique',
  'client_handler_billing_unique',
  'client_handler_client_unique',
  'client_product_code_unique',
  'client_setting_kind_unique',
  'client_sync_invoice_unique',
  'client_sync_unique',
  'credit_decision_status_number_unique',
  'credit_status_unique',
  'document_source_unique',
  'financial_event_reverses_unique',
  'financial_event_source_unique',
  'inbound_event_unique',
  'instance_provider_default_unique',
  'invoice_activation_unique',
  'invoice_refinancing_unique',
  // Whoever guarantees already is changed.
  'loan_guarantor_number_unique',
  'onboarding_step_unique',
  'payment_return_open_unique',
  'payout_file_unique',
  'payout_return_unique',
  'payout_settlement_line_unique',
  'payout_settlement_payout_unique',
  // A version of a price list is written once, with all that is in it.
  'price_bracket_from_unique',
  'price_bracket_to_unique',
  'price_charge_unique',
  'price_list_version_unique',
  // Whoever sends the same file is told so before.
  'payment_file_content_unique',
  'payment_reconciliation_statement_unique',
  'payment_transaction_entry_unique',
  'payment_transaction_reverses_unique',
  'schedule_run_planned_unique',
  'setting_choice_target_unique',
  'settlement_account_unique',
  'system_debtor_credit_status_unique',
  'system_debtor_identification_unique',
  'system_errand_dedupe_unique',
  'system_setting_key_unique',
  'token_hash_unique',
  'unallocated_item_source_unique',
  'unplaced_payment_transaction_unique',
  'voucher_number_unique',
  'voucher_posting_line_unique',
  'voucher_request_unique',
]

const metas = [...createOrm().getMetadata().getAll().values()]

const keysOf = ({ uniques, indexes }: EntityMetadata): string[] => [
  ...uniques.map(({ name }) => String(name)),
  ...indexes
    .filter(({ expression }) => String(expression).startsWith('create unique index '))
    .map(({ name }) => String(name)),
]
const keys = metas.flatMap((meta) => keysOf(meta).map((key) => ({ key, meta })))
const isAlike = (key: string) => key.endsWith('_name_alike')

test('each unique key is one that bodies come upon, or is known to be of none', () => {
  const named = keys.map(({ key }) => key).filter((key) => !isAlike(key))
  expect([...Object.keys(bodies), ...ofNoBody].toSorted()).toEqual(named.toSorted())
})

test('a table points at fields for keys that it has', () => {
  for (const { table, pointsAt = {} } of allTables()) {
    const own = metas.filter(({ tableName }) => tableName === table).flatMap(keysOf)
    expect(own).toEqual(expect.arrayContaining(Object.keys(pointsAt)))
  }
})

const fieldsIn = (route: string): string[] => {
  const { operation } = served.find((one) => routeOf(one) === route)!
  return Object.keys((operation.declared.body as z.ZodObject).shape)
}
const bodiesOf = (key: string) =>
  isAlike(key) ? (bodies[key.replace(/alike$/, 'unique')] ?? []) : (bodies[key] ?? [])

describe.each(keys.filter(({ key }) => bodiesOf(key).length > 0))('$key', ({ key, meta }) => {
  test.each(bodiesOf(key))('points at a field of %s', (route) => {
    const said = fieldsIn(route)
    const isNew = route.startsWith('POST')
    const fields = Object.fromEntries(said.map((name) => [name, ['a', 'b']]))
    const change = { action: isNew ? 'CREATED' : 'UPDATED', meta, fields }
    const pointed = fieldsOf(key, metas, [change as never]) ?? []
    expect(pointed).not.toEqual([])
    expect(said).toEqual(expect.arrayContaining([...pointed]))
  })
})

test('what no table knows points at nothing', () => {
  const error = Object.assign(new Error('taken'), { code: '23505', constraint: 'no_such' })
  const refusal = refusalOf(error, () => undefined)
  expect(refusal).toMatchObject({ code: 'ALREADY_EXISTS', facts: { errors: [] } })
})

test('what could not be stored is told by the place that refused it, without the value', () => {
  const said = { code: '22003', routine: 'numeric_out', detail: 'secret' }
  const refusal = refusalOf(Object.assign(new Error('"secret" is out'), said), () => undefined)
  expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED' })
  expect((refusal as Error).cause).toEqual({ code: '22003', routine: 'numeric_out' })
})
