import { authorizeReturn } from '../../activities/payments/returns/authorize-return.ts'
import { carryOutReturn } from '../../activities/payments/returns/carry-out-return.ts'
import { deleteReturn } from '../../activities/payments/returns/delete-return.ts'
import { updateReturn, updateReturnInput } from '../../activities/payments/returns/update-return.ts'
import { lifeOfReturn } from '../../domain/payments/payment-return.ts'
import { PaymentReturn } from '../../entities/payment-return.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { returnView } from './views.ts'

const returns = collection(PaymentReturn, {
  noun: ['return of a payment', 'returns of payments'],
  shows: returnView,
  filters: filtersOf(PaymentReturn, ['status', 'clientId', 'transactionId']),
  sort: ['-id'],
})

export default {
  listPaymentReturns: operation(
    'GET /payment-transactions-returns',
    'ReadUnplacedPaymentReturns',
    returns.list,
  ),
  readPaymentReturn: operation(
    'GET /payment-transactions-returns/{id}',
    'ReadUnplacedPaymentReturn',
    returns.read,
  ),
  searchPaymentReturns: operation(
    'POST /payment-transactions-returns/search',
    'SearchPaymentTransactionReturns',
    returns.search,
  ),
  updatePaymentReturn: operation(
    'PUT /payment-transactions-returns/{id}',
    'UpdatePaymentTransactionReturns',
    {
      summary: 'Change a return, or say what the bank did with it',
      body: updateReturnInput,
      shows: returnView,
      refuses: [
        ...lifeOfReturn.refusals('change', 'confirm'),
        'RETURN_ACCOUNT_MISSING',
        'RETURN_TO_ANOTHER',
        'CLIENT_ONLY_PROPOSES',
        'ACCOUNT_MISSING',
        'PAYOUT_NOT_POSSIBLE',
      ],
    },
  ).handle(({ unit, params, body }) => updateReturn(unit, params.id, body)),
  authorizePaymentReturn: operation(
    'PUT /payment-transactions-returns/{id}/authorize',
    'AuthorizePaymentTransactionReturns',
    {
      summary: 'Agree that the money goes back, by two people',
      confirms: true,
      shows: returnView,
      refuses: [...lifeOfReturn.refusals('authorize'), 'CLIENT_ONLY_PROPOSES'],
    },
  ).handle(({ unit, params }) => authorizeReturn(unit, params.id)),
  returnPayment: operation(
    'PUT /payment-transactions-returns/{id}/return',
    'ReturnPaymentTransactionReturns',
    {
      summary: 'Book an authorized return, which waits for a payout batch',
      shows: returnView,
      refuses: [...lifeOfReturn.refusals('carryOut'), 'CLIENT_ONLY_PROPOSES', 'ACCOUNT_MISSING'],
    },
  ).handle(({ unit, params }) => carryOutReturn(unit, params.id)),
  deletePaymentReturn: operation(
    'DELETE /payment-transactions-returns/{id}',
    'DeleteUnplacedPaymentReturns',
    {
      names: { entity: PaymentReturn },
      summary: 'Call off a return that is not carried out; the money is unplaced again',
      refuses: [...lifeOfReturn.refusals('delete'), 'CLIENT_ONLY_PROPOSES'],
    },
  ).handle(({ unit, params }) => deleteReturn(unit, params.id)),
} satisfies Room
