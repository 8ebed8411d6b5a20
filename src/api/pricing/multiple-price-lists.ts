import {
  secondForPrices,
  updateMultipleBrackets,
  updateMultiplePrices,
} from '../../activities/pricing/update-multiple.ts'
import { bulk, isDryRun, type BulkFacts } from '../../behaviours/bulk.ts'
import { latestTask } from '../../behaviours/latest-task.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import type { z } from 'zod'

/** The same, which takes two where the tenant has it so; what it would do one may ask alone. */
function bulkByTwo<Input extends z.ZodObject>(facts: BulkFacts<Input>) {
  const { handle, ...told } = bulk(facts)
  return {
    ...told,
    confirms: true as const,
    // 202 is the answer of what waits for a second person.
    status: 201 as const,
    handle: async (call: Parameters<typeof handle>[0]) =>
      (isDryRun(call.query)
        ? undefined
        : secondForPrices(call.unit, { task: facts.task, ...call.body })) ?? handle(call),
  }
}

export default {
  updateMultiplePrices: operation(
    'PUT /price-lists/update-multiple-prices',
    'UpdateMultiplePriceListPrices',
    bulkByTwo({
      task: 'priceLists.updateMultiplePrices',
      work: updateMultiplePrices,
      summary: 'Change a price in many lists from a day on',
    }),
  ),
  readLatestChangeOfPrices: operation(
    'GET /price-lists/update-multiple-prices/latest-task-id',
    'GetBackgroundTaskId',
    latestTask('priceLists.updateMultiplePrices', 'Read the last change of many prices'),
  ),
  updateMultipleBrackets: operation(
    'PUT /price-lists/update-multiple-brackets',
    'UpdateMultiplePriceListPrices',
    bulkByTwo({
      task: 'priceLists.updateMultipleBrackets',
      work: updateMultipleBrackets,
      summary: 'Change the brackets of a charge in many lists',
    }),
  ),
  readLatestChangeOfBrackets: operation(
    'GET /price-lists/update-multiple-brackets/latest-task-id',
    'GetBackgroundTaskId',
    latestTask('priceLists.updateMultipleBrackets', 'Read the last change of many brackets'),
  ),
} satisfies Room
