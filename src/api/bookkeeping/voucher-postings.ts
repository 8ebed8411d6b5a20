import { VoucherPosting } from '../../entities/voucher.ts'
import { collection } from '../../kernel/read/collection.ts'
import { id } from '../../kernel/read/fields.ts'
import { dates, exact } from '../../kernel/read/filter.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { postingView } from './views.ts'

const postings = collection(VoucherPosting, {
  noun: ['posting', 'postings'],
  shows: postingView,
  filters: {
    voucherId: exact(id('Voucher')),
    accountId: exact(id('BookkeepingAccount')),
    accountNumber: exact(),
    claimId: exact(),
    date: dates(),
  },
  sort: ['-date', 'accountNumber'],
  sortOfFew: { accountNumber: ['voucherId', 'claimId'] },
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
