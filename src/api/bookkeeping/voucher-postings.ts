import { VoucherPosting } from '../../entities/voucher.ts'
import { collection } from '../collection.ts'
import { id } from '../fields.ts'
import { dates, exact } from '../filter.ts'
import { operation, type Room } from '../operation.ts'
import { PostingView, showPosting } from './views.ts'

const postings = collection(VoucherPosting, {
  noun: ['posting', 'postings'],
  view: PostingView,
  show: showPosting,
  filters: {
    voucherId: exact(id('Voucher')),
    accountId: exact(id('BookkeepingAccount')),
    accountNumber: exact(),
    invoiceId: exact(id('Invoice')),
    date: dates(),
  },
  sort: ['-date', 'accountNumber'],
})

export default {
  listVoucherPostings: operation('GET /voucher-postings', 'ReadVoucherPostings', postings.list),
  readVoucherPosting: operation('GET /voucher-postings/{id}', 'ReadVoucherPosting', postings.read),
  searchVoucherPostings: operation(
    'POST /voucher-postings/search',
    'SearchVoucherPostings',
    postings.search,
  ),
} satisfies Room
