import {
  createTransferText,
  createTransferTextInput,
  updateTransferText,
  updateTransferTextInput,
} from '../../activities/clients/bank-accounts/transfer-texts.ts'
import { ClientTransferText } from '../../entities/client-bank-account.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { viewOf } from '../../kernel/read/view.ts'

const transferTextView = viewOf(ClientTransferText, [
  'id',
  'clientId',
  'purpose',
  'language',
  'template',
  'versioned',
])

const transferTexts = collection(ClientTransferText, {
  noun: ['transfer text', 'transfer texts'],
  shows: transferTextView,
  filters: filtersOf(ClientTransferText, ['clientId', 'purpose', 'language']),
  sort: ['createdAt'],
})

export default {
  createClientTransferText: operation('POST /client-transfer-text', 'CreateClientTransferText', {
    summary: 'Say what a client reads of a payout at its bank',
    body: createTransferTextInput,
    shows: transferTextView,
    refuses: ['NOT_FOUND'],
  }).handle(({ unit, body }) => createTransferText(unit, body)),

  readClientTransferText: operation('GET /client-transfer-text/{id}', 'ReadClientTransferText', {
    ...transferTexts.read,
    extension: true,
  }),

  updateClientTransferText: operation(
    'PUT /client-transfer-text/{id}',
    'UpdateClientTransferText',
    {
      summary: 'Change a transfer text; payouts keep the one that they were made with',
      body: updateTransferTextInput,
      shows: transferTextView,
    },
  ).handle(({ unit, params, body }) => updateTransferText(unit, params.id, body)),

  searchClientTransferTexts: operation(
    'POST /client-transfer-text/search',
    'ReadClientTransferText',
    transferTexts.search,
  ),
} satisfies Room
