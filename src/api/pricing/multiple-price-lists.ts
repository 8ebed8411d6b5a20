import {
  secondForPrices,
  updateMultipleBrackets,
  updateMultiplePrices,
} from '../../activities/pricing/update-multiple.ts'
import { bulkByTwo } from '../../behaviours/bulk.ts'
import { latestTask } from '../../behaviours/latest-task.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

export default {
  updateMultiplePrices: operation(
    'PUT /price-lists/update-multiple-prices',
    'UpdateMultiplePriceListPrices',
    bulkByTwo(
      {
        task: 'priceLists.updateMultiplePrices',
        work: updateMultiplePrices,
        summary: 'Change a price in many lists from a day on',
      },
      secondForPrices,
    ),
  ),
  readLatestChangeOfPrices: operation(
    'GET /price-lists/update-multiple-prices/latest-task-id',
    'GetBackgroundTaskId',
    latestTask('priceLists.updateMultiplePrices', 'Read the last change of many prices'),
  ),
  updateMultipleBrackets: operation(
    'PUT /price-lists/update-multiple-brackets',
    'UpdateMultiplePriceListPrices',
    bulkByTwo(
      {
        task: 'priceLists.updateMultipleBrackets',
        work: updateMultipleBrackets,
        summary: 'Change the brackets of a charge in many lists',
      },
      secondForPrices,
    ),
  ),
  readLatestChangeOfBrackets: operation(
    'GET /price-lists/update-multiple-brackets/latest-task-id',
    'GetBackgroundTaskId',
    latestTask('priceLists.updateMultipleBrackets', 'Read the last change of many brackets'),
  ),
} satisfies Room
