import { linkUnplaced, linkUnplacedInput } from '../../../activities/payments/link-unplaced.ts'
import { askBack, askBackInput } from '../../../activities/payments/returns/ask-back.ts'
import {
  updateUnplaced,
  updateUnplacedInput,
} from '../../../activities/payments/update-unplaced.ts'
import { lifeOfUnplaced } from '../../../domain/payments/unplaced.ts'
import { exampleId } from '../../../entities/ids.ts'
import { UnplacedPayment } from '../../../entities/unplaced-payment.ts'
import { collection } from '../../../kernel/read/collection.ts'
import { filtersOf } from '../../../kernel/read/columns.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { returnView, unplacedView } from '../views.ts'
import { askingBack, linking } from './refusals.ts'

const unplaced = collection(UnplacedPayment, {
  noun: ['unplaced payment', 'unplaced payments'],
  shows: unplacedView,
  filters: filtersOf(UnplacedPayment, ['status', 'reasonCode', 'clientId', 'bookDate']),
  sort: ['-id', 'bookDate'],
})

export default {
  listUnplacedPayments: operation(
    'GET /unplaced-payments',
    { anyOf: ['ReadUnplacedPayments', 'SearchUnplacedPaymentClientRestricted'] },
    unplaced.list,
  ),
  readUnplacedPayment: operation(
    'GET /unplaced-payments/{id}',
    { anyOf: ['ReadUnplacedPayment', 'ReadUnplacedPaymentClientRestricted'] },
    unplaced.read,
  ),
  searchUnplacedPayments: operation(
    'POST /unplaced-payments/search',
    'SearchUnplacedPaymentClientRestricted',
    unplaced.search,
  ),
  updateUnplacedPayment: operation('PUT /unplaced-payments/{id}', 'UpdateUnplacedPayment', {
    summary: 'Say whose unplaced money is, or note what is known',
    body: updateUnplacedInput,
    shows: unplacedView,
    refuses: [...lifeOfUnplaced.refusals('change'), 'CLIENT_ONLY_PROPOSES', 'NOT_FOUND'],
  }).handle(({ unit, params, body }) => updateUnplaced(unit, params.id, body)),
  linkUnplacedPayment: operation(
    'PUT /unplaced-payments/{id}/link',
    { anyOf: ['LinkUnplacedPayment', 'LinkUnplacedPaymentClientRestricted'] },
    {
      summary: 'Put unplaced money on claims and accounts, and book it; on accounts by two people',
      confirms: true,
      body: linkUnplacedInput,
      shows: unplacedView,
      refuses: linking,
    },
  ).handle(({ unit, params, body }) => linkUnplaced(unit, params.id, body)),
  returnUnplacedPayment: operation(
    'PUT /unplaced-payments/{id}/return',
    { anyOf: ['ReturnUnplacedPayment', 'ReturnUnplacedPaymentClientRestricted'] },
    {
      names: { entity: UnplacedPayment },
      inPath: { id: exampleId('UnplacedPayment', 'another') },
      summary: 'Ask for unplaced money to go back to its payer; it is authorized before it goes',
      body: askBackInput,
      shows: returnView,
      refuses: askingBack,
    },
  ).handle(({ unit, params, body }) => askBack(unit, params.id, body)),
} satisfies Room
