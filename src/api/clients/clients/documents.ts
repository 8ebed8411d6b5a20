import { ClientSetting } from '../../../entities/client-setting.ts'
import { z } from 'zod'
import { changeDocumentSettings } from '../../../activities/clients/change-document-settings.ts'
import { changeInvoiceText } from '../../../activities/clients/change-invoice-text.ts'
import {
  connectLogotype,
  connectLogotypeInput,
} from '../../../activities/clients/connect-logotype.ts'
import { keptSettings } from '../../../activities/clients/kept-settings.ts'
import { documentSettings, invoiceTextSettings } from '../../../activities/clients/settings.ts'
import { previewInvoiceText } from '../../../activities/clients/preview-invoice-text.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { changeSchemaOf, shapeOf } from '../../../kernel/read/setting.ts'
import { documentView, invoiceTextView } from './settings-views.ts'

const textsSent = changeSchemaOf(invoiceTextSettings)

export default {
  readDocumentSettings: operation(
    'GET /clients/{id}/document-setting',
    'ReadClientDocumentSetting',
    {
      summary: "Read how a client's documents look",
      shows: documentView,
    },
  ).handle(({ unit, params }) => keptSettings(unit, params.id, documentSettings)),

  createDocumentSettings: operation(
    'POST /clients/{id}/document-setting',
    'CreateClientDocumentSetting',
    {
      summary: "Set how a client's documents look; what is not sent stays",
      body: changeSchemaOf(documentSettings).prefault({}),
      shows: documentView,
      refuses: ['NOT_FOUND', 'NOT_YET_IN_USE'],
      locate: ({ clientId }) => `/clients/${clientId}/document-setting`,
    },
  ).handle(({ unit, params, body }) => changeDocumentSettings(unit, params.id, body)),

  connectLogotype: operation('PUT /clients/{id}/logotype', 'ConnectLogotypeToClient', {
    names: { entity: ClientSetting, only: { kind: 'DOCUMENT' } },
    summary: "Set the logotype on a client's documents, or none",
    body: connectLogotypeInput,
    shows: documentView,
    refuses: ['NOT_FOUND'],
  }).handle(({ unit, params, body }) => connectLogotype(unit, params.id, body)),

  readInvoiceText: operation(
    'GET /clients/{id}/settings/invoice-text',
    'ReadClientInvoiceTextSetting',
    {
      summary: "Read the standing texts on a client's documents",
      shows: invoiceTextView,
    },
  ).handle(({ unit, params }) => keptSettings(unit, params.id, invoiceTextSettings)),

  updateInvoiceText: operation(
    'PUT /clients/{id}/settings/invoice-text',
    'UpdateClientInvoiceTextSettings',
    {
      names: { entity: ClientSetting, only: { kind: 'INVOICE_TEXT' } },
      summary: "Change the standing texts on a client's documents",
      body: textsSent,
      shows: invoiceTextView,
    },
  ).handle(({ unit, params, body }) => changeInvoiceText(unit, params.id, body)),

  previewInvoiceText: operation(
    'POST /clients/{id}/settings/invoice-text',
    'ReadClientInvoiceTextSetting',
    {
      summary: 'Preview standing texts with their placeholders filled',
      body: textsSent.prefault({}),
      returns: z.object(shapeOf(invoiceTextSettings)).meta({ id: 'InvoiceTextPreview' }),
      status: 200,
    },
  ).handle(({ unit, params, body }) => previewInvoiceText(unit, params.id, body)),
} satisfies Room
