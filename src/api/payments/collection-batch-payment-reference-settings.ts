import {
  caseReferencesOf,
  createCaseReferences,
  createCaseReferencesInput,
  updateFurtherReferences,
  updateReferencesInput,
} from '../../activities/clients/reference-settings.ts'
import { exampleId } from '../../entities/ids.ts'
import { AccountReferenceSetting } from '../../entities/payment-reference-setting.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { caseReferencesView } from './reference-views.ts'

const settings = collection(AccountReferenceSetting, {
  noun: ['setting of references of cases', 'settings of the references of cases'],
  shows: caseReferencesView,
  filters: filtersOf(AccountReferenceSetting, ['clientId']),
  sort: ['-id'],
  only: { purpose: 'COLLECTION_BATCH' },
})

const inPath = { id: exampleId('AccountReferenceSetting', 'ofCases') }

export default {
  createCaseReferenceSetting: operation(
    'POST /collection-batch-payment-reference-settings',
    'CreateClientPaymentReferenceSettings',
    {
      summary: 'Say how the references of a client’s cases are made',
      body: createCaseReferencesInput,
      shows: caseReferencesView,
      refuses: ['ALREADY_EXISTS', 'REFERENCE_PREFIX_TAKEN', 'NOT_FOUND'],
    },
  ).handle(({ unit, body }) => createCaseReferences(unit, body)),
  readCaseReferenceSetting: operation(
    'GET /collection-batch-payment-reference-settings/{id}',
    'GetClientPaymentReferenceSettings',
    { ...settings.read, inPath },
  ),
  updateCaseReferenceSetting: operation(
    'PUT /collection-batch-payment-reference-settings/{id}',
    'UpdateClientPaymentReferenceSettings',
    {
      summary: 'Change how references of a client’s next cases are made',
      inPath,
      body: updateReferencesInput,
      shows: caseReferencesView,
      refuses: ['REFERENCE_PREFIX_TAKEN'],
    },
  ).handle(({ unit, params, body }) =>
    updateFurtherReferences(unit, 'COLLECTION_BATCH', params.id, body),
  ),
  readCaseReferenceSettingOfClient: operation(
    'GET /collection-batch-payment-reference-settings/client/{clientId}',
    'GetClientPaymentReferenceSettings',
    { summary: 'Read how the references of a client’s cases are made', shows: caseReferencesView },
  ).handle(({ unit, params }) => caseReferencesOf(unit, params.clientId)),
  searchCaseReferenceSettings: operation(
    'POST /collection-batch-payment-reference-settings/search',
    'SearchClientPaymentReferenceSettings',
    settings.search,
  ),
} satisfies Room
