import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { lifeOfClient } from '../domain/clients/status.ts'
import { clientStatuses } from '../domain/clients/client.ts'
import { languages } from '../domain/languages.ts'
import { countryCode, idOf, text, shaped, name } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** A business whose receivables the tenant manages. */
export const Client = defineEntity({
  name: 'Client',
  ...tenantTable('client', {
    steady: 'always',
    clientColumn: 'id',
    tenantsAlone: ['status', 'instanceProviderId', 'serviceProviderId', 'templateId'],
    references: {
      tenantId: 'tenant',
      invoiceErpId: 'erp',
      bookkeepErpId: 'erp',
      instanceProviderId: 'instance_provider',
      serviceProviderId: 'service_provider',
      templateId: 'client_financial_price_template',
    },
    events: {
      CLIENT: {
        means: [...lifeOfClient.events('status'), ...ofRow()],
        rights: ['ReadClient', 'ReadClients'],
      },
    },
  }),
  properties: {
    ...identified('C.'),
    number: text(40).nullable(),
    identificationNumber: text(40, '556677-8899'),
    /** The normalised number, by which clients are searched. */
    normalNumber: p.string().length(40).nullable(),
    name: name(200),
    countryCode: countryCode(),
    locale: shaped(20, {
      pattern: /^[A-Za-z]{2,3}(?:[-_][A-Za-z]{2,4})?$/,
      says: 'A country, a language, or both',
      example: 'sv-SE',
    }).nullable(),
    contactInformation: p.json<{ name?: string; email: string; phone: string }>().nullable(),
    addressInformation: p
      .json<{ name: string; address: string; zip: string; city: string; countryCode?: string }>()
      .nullable(),
    preferredLanguage: p.enum(languages),
    status: p.enum(clientStatuses),
    invoiceErpId: idOf('Erp').nullable(),
    bookkeepErpId: idOf('Erp').nullable(),
    /** The reminder profile for debtors that have none of their own. */
    reminderProfileId: idOf('ReminderProfile').nullable(),
    /** Under whose name the platform is run for it; null: the one that is the default. */
    instanceProviderId: idOf('InstanceProvider').nullable(),
    /** Who serves its invoices unless they name another. */
    serviceProviderId: idOf('ServiceProvider').nullable(),
    /** What holds for it alike with others. */
    templateId: idOf('ClientFinancialPriceTemplate').nullable(),
    ...versioned,
  },
  uniques: [
    { name: 'client_number_unique', properties: ['tenantId', 'number'] },
    {
      name: 'client_identification_unique',
      properties: ['tenantId', 'countryCode', 'identificationNumber'],
    },
  ],
  indexes: [
    { name: 'client_name_index', properties: ['tenantId', 'name', 'id'] },
    { name: 'client_status_index', properties: ['tenantId', 'status', 'id'] },
    {
      name: 'client_identification_index',
      properties: ['tenantId', 'identificationNumber', 'id'],
    },
    {
      name: 'client_instance_provider_index',
      properties: ['tenantId', 'instanceProviderId', 'id'],
      where: { instanceProviderId: { $ne: null } },
    },
    {
      name: 'client_service_provider_index',
      properties: ['tenantId', 'serviceProviderId', 'id'],
      where: { serviceProviderId: { $ne: null } },
    },
    {
      name: 'client_template_index',
      properties: ['tenantId', 'templateId', 'id'],
      where: { templateId: { $ne: null } },
    },
    { name: 'client_normal_index', properties: ['tenantId', 'normalNumber', 'id'] },
    {
      name: 'client_onboarding_index',
      expression: `create index client_onboarding_index on client (tenant_id, created_at) where status = 'ONBOARDING'`,
    },
  ],
})
export type Client = InferEntity<typeof Client>
