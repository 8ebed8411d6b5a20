import { ClientSetting } from '../../../entities/client-setting.ts'
import { bookkeepingSettings } from '../../../activities/bookkeeping/settings.ts'
import { changeCompliance } from '../../../activities/clients/change-compliance.ts'
import { changeInvoiceSettings } from '../../../activities/clients/change-invoice-settings.ts'
import { changeBookkeeping } from '../../../activities/clients/change-bookkeeping.ts'
import { changeSettings } from '../../../activities/clients/change-settings.ts'
import { keptSettings } from '../../../activities/clients/kept-settings.ts'
import {
  billingSettings,
  complianceSettings,
  invoiceSettings,
} from '../../../activities/clients/settings.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { changeSchemaOf } from '../../../kernel/read/setting.ts'
import { billingView, bookkeepingView, complianceView, invoiceView } from './settings-views.ts'

export default {
  readBillingSettings: operation('GET /clients/{id}/settings/billing', 'ReadClientBillingDetails', {
    summary: 'Read how a client is billed',
    shows: billingView,
  }).handle(({ unit, params }) => keptSettings(unit, params.id, billingSettings)),

  updateBillingSettings: operation(
    'PUT /clients/{id}/settings/billing',
    'UpdateClientBillingDetails',
    {
      names: { entity: ClientSetting, only: { kind: 'BILLING' } },
      summary: 'Change how a client is billed',
      body: changeSchemaOf(billingSettings),
      shows: billingView,
    },
  ).handle(({ unit, params, body }) => changeSettings(unit, params.id, billingSettings, body)),

  readBookkeepingSettings: operation(
    'GET /clients/{id}/settings/bookkeeping',
    'ReadClientBookkeepingDetails',
    {
      summary: "Read how a client's books are kept and exported",
      shows: bookkeepingView,
    },
  ).handle(({ unit, params }) => keptSettings(unit, params.id, bookkeepingSettings)),

  updateBookkeepingSettings: operation(
    'PUT /clients/{id}/settings/bookkeeping',
    'UpdateClientBookkeepingDetails',
    {
      names: { entity: ClientSetting, only: { kind: 'BOOKKEEPING' } },
      summary: "Change how a client's books are kept and exported",
      body: changeSchemaOf(bookkeepingSettings),
      shows: bookkeepingView,
      refuses: ['FISCAL_YEAR_IN_USE', 'NOT_YET_IN_USE'],
    },
  ).handle(({ unit, params, body }) => changeBookkeeping(unit, params.id, body)),

  readInvoiceSettings: operation(
    'GET /clients/{clientId}/settings/invoice',
    'ReadClientInvoiceDetails',
    {
      summary: "Read how a client's invoices are made",
      shows: invoiceView,
    },
  ).handle(({ unit, params }) => keptSettings(unit, params.clientId, invoiceSettings)),

  updateInvoiceSettings: operation(
    'PUT /clients/{clientId}/settings/invoice',
    'UpdateClientInvoiceDetails',
    {
      names: { entity: ClientSetting, only: { kind: 'INVOICE' } },
      summary: "Change how a client's invoices are made",
      confirms: true,
      body: changeSchemaOf(invoiceSettings),
      shows: invoiceView,
      refuses: [
        'NOT_YET_IN_USE',
        'PRODUCT_NOT_AVAILABLE',
        'PRODUCT_NOT_ENABLED',
        'PRODUCT_NOT_FOR_INVOICES',
      ],
    },
  ).handle(({ unit, params, body }) => changeInvoiceSettings(unit, params.clientId, body)),

  readComplianceSettings: operation(
    'GET /clients/{id}/settings/compliance',
    'ReadClientComplianceSetting',
    {
      summary: 'Read what is known of who a client is',
      shows: complianceView,
    },
  ).handle(({ unit, params }) => keptSettings(unit, params.id, complianceSettings)),

  updateComplianceSettings: operation(
    'PUT /clients/{id}/settings/compliance',
    'UpdateClientComplianceSettings',
    {
      names: { entity: ClientSetting, only: { kind: 'COMPLIANCE' } },
      summary: 'Change what is known of who a client is',
      body: changeSchemaOf(complianceSettings),
      shows: complianceView,
    },
  ).handle(({ unit, params, body }) => changeCompliance(unit, params.id, body)),
} satisfies Room
