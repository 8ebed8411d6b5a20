import {
  bookProposals,
  denyProposals,
  denyProposalsInput,
  ignoreUnplaced,
} from '../../../activities/payments/proposals.ts'
import { linkUnplacedInput } from '../../../activities/payments/link-unplaced.ts'
import { proposeLinks } from '../../../activities/payments/propose-links.ts'
import { askBackByClient, askBackInput } from '../../../activities/payments/returns/ask-back.ts'
import { lifeOfUnplaced } from '../../../domain/payments/unplaced.ts'
import { exampleId } from '../../../entities/ids.ts'
import { PaymentLink } from '../../../entities/payment-link.ts'
import { UnplacedPayment } from '../../../entities/unplaced-payment.ts'
import { collection } from '../../../kernel/read/collection.ts'
import { filtersOf } from '../../../kernel/read/columns.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { clientUnplacedView, returnView } from '../views.ts'
import { askingBack, linking } from './refusals.ts'

const ofClients = collection(UnplacedPayment, {
  noun: ['unplaced payment of a client', 'unplaced payments of clients'],
  shows: clientUnplacedView,
  known: 'clientId',
  filters: filtersOf(UnplacedPayment, ['status', 'reasonCode', 'clientId', 'bookDate']),
  sort: ['-id', 'bookDate'],
})

const ofLink = { linkId: exampleId('PaymentLink') }

const booking = {
  confirms: true,
  shows: clientUnplacedView,
  refuses: [...linking, 'LINK_NOT_PROPOSED', 'CLIENT_ONLY_PROPOSES'],
} as const

const denying = {
  body: denyProposalsInput,
  shows: clientUnplacedView,
  refuses: ['PAYMENT_NOT_BOOKED', 'LINK_NOT_PROPOSED', 'CLIENT_ONLY_PROPOSES'],
} as const

export default {
  listClientUnplacedPayments: operation(
    'GET /unplaced-payments/client',
    'ReadClientUnplacedPayments',
    ofClients.list,
  ),
  readClientUnplacedPayment: operation(
    'GET /unplaced-payments/client/{id}',
    'ReadClientUnplacedPayment',
    ofClients.read,
  ),
  searchClientUnplacedPayments: operation(
    'POST /unplaced-payments/client/search',
    'SearchClientUnplacedPayments',
    ofClients.search,
  ),
  proposeLinksOfUnplacedPayment: operation(
    'PUT /unplaced-payments/client/{id}/link',
    'LinkClientUnplacedPayment',
    {
      inPath: { id: exampleId('UnplacedPayment', 'ofClient') },
      summary: 'Propose, as the client, what its money is for',
      body: linkUnplacedInput,
      shows: clientUnplacedView,
      refuses: linking,
    },
  ).handle(({ unit, params, body }) => proposeLinks(unit, params.id, body)),
  bookProposedLinks: operation(
    'PUT /unplaced-payments/client/{id}/link/book',
    'BookClientUnplacedPayment',
    {
      ...booking,
      inPath: { id: exampleId('UnplacedPayment', 'ofClient') },
      summary: 'Book all that a client has proposed',
    },
  ).handle(({ unit, params }) => bookProposals(unit, params.id)),
  bookProposedLink: operation(
    'PUT /unplaced-payments/client/{id}/link/{linkId}/book',
    'BookClientUnplacedPayment',
    {
      ...booking,
      names: { entity: PaymentLink },
      inPath: ofLink,
      summary: 'Book one claim that a client has proposed',
    },
  ).handle(({ unit, params }) => bookProposals(unit, params.id, params.linkId)),
  denyProposedLinks: operation(
    'PUT /unplaced-payments/client/{id}/link/deny',
    'DenyClientUnplacedPayment',
    { ...denying, summary: 'Deny all that a client has proposed' },
  ).handle(({ unit, params, body }) => denyProposals(unit, params.id, body)),
  denyProposedLink: operation(
    'PUT /unplaced-payments/client/{id}/link/{linkId}/deny',
    'DenyClientUnplacedPayment',
    {
      ...denying,
      names: { entity: PaymentLink },
      inPath: ofLink,
      summary: 'Deny one claim that a client has proposed',
    },
  ).handle(({ unit, params, body }) => denyProposals(unit, params.id, body, params.linkId)),
  ignoreUnplacedPayment: operation(
    'PUT /unplaced-payments/client/{id}/ignore',
    'IgnoreClientUnplacedPayment',
    {
      inPath: { id: exampleId('UnplacedPayment', 'third') },
      summary: 'Say, as the client, that the money is not its own',
      shows: clientUnplacedView,
      refuses: [...lifeOfUnplaced.refusals('ignore'), 'PAYMENT_NOT_BOOKED'],
    },
  ).handle(({ unit, params }) => ignoreUnplaced(unit, params.id)),
  returnClientUnplacedPayment: operation(
    'PUT /unplaced-payments/client/{id}/return',
    'ReturnClientUnplacedPayment',
    {
      inPath: { id: exampleId('UnplacedPayment', 'fourth') },
      names: { entity: UnplacedPayment },
      summary: 'Ask, as the client, for the money to go back to its payer',
      body: askBackInput,
      shows: returnView,
      refuses: askingBack,
    },
  ).handle(({ unit, params, body }) => askBackByClient(unit, params.id, body)),
} satisfies Room
