import { PayoutFile } from '../../entities/payout-batch.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { viewOf } from '../../kernel/read/view.ts'

const fileView = viewOf(PayoutFile, [
  'id',
  'batchId',
  'format',
  'documentId',
  'messageId',
  'sha256',
  'count',
  'total',
  'currency',
  'timesExported',
  'versioned',
])

const files = collection(PayoutFile, {
  noun: ['payout file', 'payout files'],
  shows: fileView,
  filters: filtersOf(PayoutFile, ['batchId', 'format', 'documentId']),
  sort: ['-id'],
})

export default {
  listPayoutFiles: operation('GET /payout-files', 'ReadPayoutFiles', files.list),
  readPayoutFile: operation('GET /payout-files/{id}', 'ReadPayoutFile', files.read),
  searchPayoutFiles: operation('POST /payout-files/search', 'SearchPayoutFiles', files.search),
} satisfies Room
