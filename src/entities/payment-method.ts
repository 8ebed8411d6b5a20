import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { countries } from '../domain/countries.ts'
import { currencies } from '../domain/currencies.ts'
import { ofRow, onCreated, onDeleted } from '../domain/event-rules.ts'
import {
  bindingOwners,
  feeBearers,
  methodCodes,
  methodDirections,
} from '../domain/payments/method.ts'
import { amount, code, currency, idOf, list } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** A way in which a tenant is paid, or pays. */
export const PaymentMethod = defineEntity({
  name: 'PaymentMethod',
  ...tenantTable('payment_method', {
    references: { tenantId: 'tenant' },
    events: {
      PAYMENT_METHOD: { means: ofRow(), rights: ['ReadPaymentMethod', 'ReadPaymentMethods'] },
    },
  }),
  properties: {
    ...identified('MD'),
    code: p.enum(methodCodes),
    direction: p.enum(methodDirections),
    enabled: p.boolean(),
    /** Of payers; none stands for all. */
    countries: list(countries),
    /** None stands for all. */
    currencies: list(currencies),
    ...versioned,
  },
  uniques: [{ name: 'payment_method_code_unique', properties: ['tenantId', 'code', 'direction'] }],
  indexes: [
    { name: 'payment_method_code_index', properties: ['tenantId', 'code', 'id'] },
    { name: 'payment_method_direction_index', properties: ['tenantId', 'direction', 'id'] },
    { name: 'payment_method_enabled_index', properties: ['tenantId', 'enabled', 'id'] },
  ],
})
export type PaymentMethod = InferEntity<typeof PaymentMethod>

/** A method as it is agreed with somebody who carries payments: on which terms, and for which. */
export const PaymentMethodConfiguration = defineEntity({
  name: 'PaymentMethodConfiguration',
  ...tenantTable('payment_method_configuration', {
    secrets: ['credentials'],
    sealed: ['credentials'],
    references: { methodId: 'payment_method' },
    events: { PAYMENT_METHOD: { means: ofRow('configuration') } },
  }),
  properties: {
    ...identified('MG'),
    methodId: idOf('PaymentMethod'),
    /** Who carries the payments. */
    providerCode: code('SIMULATOR'),
    /** What the provider lets us in by, sealed. */
    credentials: p.text().nullable().hidden(),
    /** Of its limits; it takes no other. */
    currency: currency(),
    minAmount: amount().nullable(),
    maxAmount: amount().nullable(),
    feeBearer: p.enum(feeBearers),
    /** It stands on the invoice among the ways to pay. */
    showOnDocument: p.boolean(),
    ...versioned,
  },
  checks: [
    {
      name: 'payment_method_configuration_has_limits',
      expression: 'min_amount > 0 and max_amount >= coalesce(min_amount, 1)',
    },
  ],
  indexes: [
    {
      name: 'payment_method_configuration_method_index',
      properties: ['tenantId', 'methodId', 'id'],
    },
    {
      name: 'payment_method_configuration_provider_index',
      properties: ['tenantId', 'providerCode', 'id'],
    },
    {
      name: 'payment_method_configuration_currency_index',
      properties: ['tenantId', 'currency', 'id'],
    },
  ],
})
export type PaymentMethodConfiguration = InferEntity<typeof PaymentMethodConfiguration>

/** Whose payments a configuration is for: a client's, or those of all that a provider serves. */
export const PaymentMethodBinding = defineEntity({
  name: 'PaymentMethodBinding',
  ...tenantTable('payment_method_binding', {
    clientColumn: 'client_id',
    tenantsAlone: ['configurationId'],
    references: {
      configurationId: 'payment_method_configuration',
      clientId: 'client',
      serviceProviderId: 'service_provider',
    },
    events: { PAYMENT_METHOD: { means: [onCreated('bound'), onDeleted('unbound')] } },
  }),
  properties: {
    ...identified('MB'),
    configurationId: idOf('PaymentMethodConfiguration'),
    ownerType: p.enum(bindingOwners),
    clientId: idOf('Client').nullable(),
    serviceProviderId: idOf('ServiceProvider').nullable(),
    createdAt: p.datetime(3),
  },
  checks: [
    {
      name: 'payment_method_binding_has_one_owner',
      expression: `case owner_type when 'CLIENT' then client_id is not null and service_provider_id is null
        else client_id is null and service_provider_id is not null end`,
    },
  ],
  uniques: [
    {
      name: 'payment_method_binding_client_unique',
      properties: ['tenantId', 'configurationId', 'clientId'],
    },
    {
      name: 'payment_method_binding_provider_unique',
      properties: ['tenantId', 'configurationId', 'serviceProviderId'],
    },
  ],
  indexes: [
    {
      name: 'payment_method_binding_configuration_index',
      properties: ['tenantId', 'configurationId', 'id'],
    },
    { name: 'payment_method_binding_owner_index', properties: ['tenantId', 'ownerType', 'id'] },
    { name: 'payment_method_binding_of_client_index', properties: ['tenantId', 'clientId', 'id'] },
    {
      name: 'payment_method_binding_of_provider_index',
      properties: ['tenantId', 'serviceProviderId', 'id'],
    },
  ],
})
export type PaymentMethodBinding = InferEntity<typeof PaymentMethodBinding>
