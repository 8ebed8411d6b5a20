import { ClientSetting } from '../../../entities/client-setting.ts'
import { z } from 'zod'
import { changeCompliance } from '../../../activities/clients/change-compliance.ts'
import { changeInvoiceSettings } from '../../../activities/clients/change-invoice-settings.ts'
import { changeBookkeeping } from '../../../activities/clients/change-bookkeeping.ts'
import { changeSettings } from '../../../activities/clients/change-settings.ts'
import { keptSettings } from '../../../activities/clients/kept-settings.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import {
  billing,
  BillingSettingsView,
  bookkeeping,
  bookkeepingExport,
  BookkeepingSettingsView,
  compliance,
  ComplianceSettingsView,
  invoice,
  InvoiceSettingsView,
  showing,
} from './settings-views.ts'

export default {
  readBillingSettings: operation('GET /clients/{id}/settings/billing', 'ReadClientBillingDetails', {
    summary: 'Read how a client is billed',
    returns: BillingSettingsView,
    shows: showing('BILLING'),
  }).handle(({ unit, params }) => keptSettings(unit, params.id, 'BILLING')),

  updateBillingSettings: operation(
    'PUT /clients/{id}/settings/billing',
    'UpdateClientBillingDetails',
    {
      names: { entity: ClientSetting, only: { kind: 'BILLING' } },
      summary: 'Change how a client is billed',
      body: z.strictObject(billing).partial(),
      returns: BillingSettingsView,
      shows: showing('BILLING'),
    },
  ).handle(({ unit, params, body }) => changeSettings(unit, params.id, 'BILLING', body)),

  readBookkeepingSettings: operation(
    'GET /clients/{id}/settings/bookkeeping',
    'ReadClientBookkeepingDetails',
    {
      summary: "Read how a client's books are kept and exported",
      returns: BookkeepingSettingsView,
      shows: showing('BOOKKEEPING'),
    },
  ).handle(({ unit, params }) => keptSettings(unit, params.id, 'BOOKKEEPING')),

  updateBookkeepingSettings: operation(
    'PUT /clients/{id}/settings/bookkeeping',
    'UpdateClientBookkeepingDetails',
    {
      names: { entity: ClientSetting, only: { kind: 'BOOKKEEPING' } },
      summary: "Change how a client's books are kept and exported",
      body: z
        .strictObject({ ...bookkeeping, export: z.strictObject(bookkeepingExport).partial() })
        .partial(),
      returns: BookkeepingSettingsView,
      shows: showing('BOOKKEEPING'),
      refuses: ['FISCAL_YEAR_IN_USE', 'NOT_YET_IN_USE'],
    },
  ).handle(({ unit, params, body }) => changeBookkeeping(unit, params.id, body)),

  readInvoiceSettings: operation(
    'GET /clients/{clientId}/settings/invoice',
    'ReadClientInvoiceDetails',
    {
      summary: "Read how a client's invoices are made",
      returns: InvoiceSettingsView,
      shows: showing('INVOICE'),
    },
  ).handle(({ unit, params }) => keptSettings(unit, params.clientId, 'INVOICE')),

  updateInvoiceSettings: operation(
    'PUT /clients/{clientId}/settings/invoice',
    'UpdateClientInvoiceDetails',
    {
      names: { entity: ClientSetting, only: { kind: 'INVOICE' } },
      summary: "Change how a client's invoices are made",
      body: z.strictObject(invoice).partial(),
      returns: InvoiceSettingsView,
      shows: showing('INVOICE'),
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
      returns: ComplianceSettingsView,
      shows: showing('COMPLIANCE'),
    },
  ).handle(({ unit, params }) => keptSettings(unit, params.id, 'COMPLIANCE')),

  updateComplianceSettings: operation(
    'PUT /clients/{id}/settings/compliance',
    'UpdateClientComplianceSettings',
    {
      names: { entity: ClientSetting, only: { kind: 'COMPLIANCE' } },
      summary: 'Change what is known of who a client is',
      body: z.strictObject(compliance).partial(),
      returns: ComplianceSettingsView,
      shows: showing('COMPLIANCE'),
    },
  ).handle(({ unit, params, body }) => changeCompliance(unit, params.id, body)),
} satisfies Room
