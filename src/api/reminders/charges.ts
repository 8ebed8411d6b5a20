import {
  authorizeCharges,
  deleteCharge,
  secondForCharges,
} from '../../activities/reminders/charges/authorize-charges.ts'
import {
  createCharge,
  createChargeInput,
} from '../../activities/reminders/charges/create-charge.ts'
import { chargeLists } from '../../activities/reminders/charges/lists.ts'
import { bulkByTwo } from '../../behaviours/bulk.ts'
import { forTheTenantAlone } from '../../behaviours/for-the-tenant-alone.ts'
import { latestTask } from '../../behaviours/latest-task.ts'
import { ofClients } from '../../behaviours/of-clients.ts'
import { lifeOfCharge } from '../../domain/reminders/charge.ts'
import { Charge } from '../../entities/charge.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { viewOf } from '../../kernel/read/view.ts'

const chargeView = viewOf(Charge, [
  'id',
  'clientId',
  'chargeType',
  'sourceType',
  'sourceId',
  'period',
  'quantity',
  'basisAmount',
  'volume',
  'unitPrice',
  'percent',
  'priceListId',
  'priceBracketId',
  'amount',
  'currency',
  'vatTreatment',
  'vatRate',
  'chargeDate',
  'status',
  'billId',
  'text',
  'createdBy',
  'authorizedBy',
  'versioned',
])

const charges = collection(Charge, {
  noun: ['charge', 'charges'],
  shows: chargeView,
  ...chargeLists,
})

export default {
  listCharges: operation('GET /charges', 'ReadCharges', charges.list),
  readCharge: operation('GET /charges/{id}', 'ReadCharge', charges.read),
  searchCharges: operation('POST /charges/search', 'SearchCharges', charges.search),

  createCharge: operation('POST /charges', 'CreateCharges', {
    summary: 'Charge a client by hand, or make good what was billed',
    body: createChargeInput,
    shows: chargeView,
    refuses: ['CHARGE_WITHOUT_PRICE', 'CLIENT_CLOSED', 'NOT_FOUND', 'FOR_THE_TENANT_ALONE'],
  }).handle(({ unit, body }) => createCharge(unit, body)),
  deleteCharge: operation('DELETE /charges/{id}', 'DeleteCharges', {
    names: { entity: Charge },
    summary: 'Delete a charge that is not billed',
    refuses: [...lifeOfCharge.refusals('delete'), 'FOR_THE_TENANT_ALONE'],
  }).handle(({ unit, params }) => deleteCharge(unit, params.id)),

  generateCharges: operation(
    'PUT /charges/generate',
    'GenerateCharges',
    forTheTenantAlone(
      ofClients({
        task: 'charges.generate',
        summary: 'Charge what happened, each thing once, by price list',
      }),
    ),
  ),
  readLatestGeneration: operation(
    'GET /charges/generate/latest-task-id',
    'GetBackgroundTaskId',
    latestTask('charges.generate', 'Read the last generation of charges'),
  ),
  authorizeCharges: operation(
    'PUT /charges/authorize',
    'AuthorizeCharges',
    forTheTenantAlone(
      bulkByTwo(
        {
          task: 'charges.authorize',
          work: authorizeCharges,
          summary: 'Approve charges for the next bill',
          refuses: lifeOfCharge.refusals('authorize'),
        },
        secondForCharges,
      ),
    ),
  ),
  readLatestAuthorization: operation(
    'GET /charges/authorize/latest-task-id',
    'GetBackgroundTaskId',
    latestTask('charges.authorize', 'Read the last approval of charges'),
  ),
  issueBills: operation(
    'PUT /charges/bill',
    'BIllCharges',
    forTheTenantAlone(
      ofClients({
        task: 'charges.bill',
        summary: 'Bill clients what is approved, by currency',
      }),
    ),
  ),
  readLatestBilling: operation(
    'GET /charges/bill/latest-task-id',
    'GetBackgroundTaskId',
    latestTask('charges.bill', 'Read the last billing of charges'),
  ),
} satisfies Room
