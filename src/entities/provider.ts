import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { serviceProviderTypes } from '../domain/integrations/provider.ts'
import { countryCode, currency, email, name, shaped, text } from './columns.ts'
import { identified, noTwoAlike, tenantTable, versioned } from './table.ts'

/** A company or brand under whose name the tenant runs the platform for some of its clients. */
export const InstanceProvider = defineEntity({
  name: 'InstanceProvider',
  ...tenantTable('instance_provider', {
    steady: 'always',
    // No body says it: who is the default is a verb of its own.
    pointsAt: { instance_provider_default_unique: [] },
    references: { tenantId: 'tenant' },
    events: {
      INSTANCE_PROVIDER: {
        means: ofRow(),
        rights: ['ReadInstanceProviders'],
      },
    },
  }),
  properties: {
    ...identified('IP'),
    name: name(200, 'Nordlund Factoring'),
    identificationNumber: text(40, '556677-8899').nullable(),
    /** In which new clients are, and in which their accounts are opened, if they say nothing. */
    countryCode: countryCode(),
    currency: currency(),
    email: email().nullable(),
    /** Of those that a client does not choose among, the one that it has. */
    isDefault: p.boolean(),
    ...versioned,
  },
  uniques: [{ name: 'instance_provider_name_unique', properties: ['tenantId', 'name'] }],
  indexes: [
    noTwoAlike('instance_provider'),
    {
      name: 'instance_provider_default_unique',
      expression: `create unique index instance_provider_default_unique on instance_provider (tenant_id) where is_default`,
    },
    {
      name: 'instance_provider_identification_index',
      properties: ['tenantId', 'identificationNumber', 'id'],
    },
    { name: 'instance_provider_country_index', properties: ['tenantId', 'countryCode', 'id'] },
    { name: 'instance_provider_created_index', properties: ['tenantId', 'createdAt', 'id'] },
  ],
})
export type InstanceProvider = InferEntity<typeof InstanceProvider>

/** Whoever performs a service for invoices: administers, finances, collects or insures them. */
export const ServiceProvider = defineEntity({
  name: 'ServiceProvider',
  ...tenantTable('service_provider', {
    references: { tenantId: 'tenant' },
    events: { SERVICE_PROVIDER: { means: ofRow(), rights: ['ReadServiceProviders'] } },
  }),
  properties: {
    ...identified('SV'),
    /** What invoices and refinancings name it by. */
    code: shaped(40, {
      pattern: /^[A-Z0-9][A-Z0-9_-]{0,39}$/,
      says: 'Capitals, digits, - and _',
      example: 'NORDBANK',
    }),
    name: name(200, 'Nordbanken Finans'),
    type: p.enum(serviceProviderTypes),
    identificationNumber: text(40, '556677-8899').nullable(),
    countryCode: countryCode(),
    /** It is the tenant itself. */
    isInternal: p.boolean(),
    /** Those that are not are chosen for nothing new. */
    active: p.boolean(),
    ...versioned,
  },
  uniques: [{ name: 'service_provider_code_unique', properties: ['tenantId', 'code'] }],
  indexes: [
    { name: 'service_provider_name_index', properties: ['tenantId', 'name', 'id'] },
    { name: 'service_provider_type_index', properties: ['tenantId', 'type', 'id'] },
    { name: 'service_provider_active_index', properties: ['tenantId', 'active', 'id'] },
    { name: 'service_provider_created_index', properties: ['tenantId', 'createdAt', 'id'] },
  ],
})
export type ServiceProvider = InferEntity<typeof ServiceProvider>
