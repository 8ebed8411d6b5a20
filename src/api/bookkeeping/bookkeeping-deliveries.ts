import { z } from 'zod'
import { retryDelivery } from '../../activities/bookkeeping/files/start-delivery.ts'
import { fileDeliveryStatuses } from '../../domain/bookkeeping/file-delivery.ts'
import {
  BookkeepingDelivery,
  BookkeepingDeliveryAttempt,
} from '../../entities/bookkeeping-delivery.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { id } from '../../kernel/read/fields.ts'
import { exact } from '../../kernel/read/filter.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { deliveryView } from './views.ts'

const deliveries = collection(BookkeepingDelivery, {
  noun: ['delivery of a bookkeeping file', 'deliveries of bookkeeping files'],
  shows: deliveryView,
  filters: {
    fileId: exact(id('BookkeepingFile')),
    clientId: exact(id('Client')),
    status: exact(z.enum(fileDeliveryStatuses)),
  },
  sort: ['-id'],
})

const attempts = collection(BookkeepingDeliveryAttempt, {
  noun: ['try of a delivery', 'tries of deliveries'],
  shows: viewOf(BookkeepingDeliveryAttempt, [
    'id',
    'deliveryId',
    'clientId',
    'number',
    'startedAt',
    'endedAt',
    'outcome',
    'error',
  ]),
  filters: { deliveryId: exact(id('BookkeepingDelivery')) },
  sort: ['-id'],
})

const extension = true

export default {
  listBookkeepingDeliveries: operation('GET /bookkeeping-deliveries', 'ReadBookkeepingFiles', {
    ...deliveries.list,
    extension,
  }),
  listBookkeepingDeliveryAttempts: operation(
    'GET /bookkeeping-deliveries/attempts',
    'ReadBookkeepingFiles',
    { ...attempts.list, extension },
  ),
  readBookkeepingDelivery: operation('GET /bookkeeping-deliveries/{id}', 'ReadBookkeepingFile', {
    ...deliveries.read,
    extension,
  }),
  retryBookkeepingDelivery: operation(
    'PUT /bookkeeping-deliveries/{id}/retry',
    'ExportBookkeepingFile',
    {
      summary: 'Try a delivery again that failed',
      shows: deliveryView,
      extension,
      refuses: ['BOOKKEEPING_DELIVERY_STATUS'],
    },
  ).handle(({ unit, params }) => retryDelivery(unit, params.id)),
} satisfies Room
