import {
  createReceiver,
  createReceiverInput,
  deleteReceiver,
  updateReceiver,
  updateReceiverInput,
} from '../../activities/bookkeeping/files/receivers.ts'
import { BookkeepingReceiver } from '../../entities/bookkeeping-delivery.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { viewOf } from '../../kernel/read/view.ts'

const receiverView = viewOf(BookkeepingReceiver, [
  'id',
  'ownerType',
  'clientId',
  'method',
  'email',
  'url',
  'host',
  'port',
  'folder',
  'username',
  'hostKey',
  'active',
  'versioned',
])

const receivers = collection(BookkeepingReceiver, {
  noun: ['receiver of bookkeeping files', 'receivers of bookkeeping files'],
  shows: receiverView,
  filters: filtersOf(BookkeepingReceiver, ['clientId', 'method']),
  sort: ['-id'],
})

const extension = true

export default {
  listBookkeepingReceivers: operation(
    'GET /bookkeeping-receivers',
    'ReadClientBookkeepingDetails',
    { ...receivers.list, extension },
  ),
  readBookkeepingReceiver: operation(
    'GET /bookkeeping-receivers/{id}',
    'ReadClientBookkeepingDetails',
    { ...receivers.read, extension },
  ),
  createBookkeepingReceiver: operation(
    'POST /bookkeeping-receivers',
    'UpdateClientBookkeepingDetails',
    {
      extension,
      summary: 'Say where the files of a book are delivered by one method',
      body: createReceiverInput,
      shows: receiverView,
      refuses: ['ALREADY_EXISTS', 'NOT_FOUND'],
    },
  ).handle(({ unit, body }) => createReceiver(unit, body)),
  updateBookkeepingReceiver: operation(
    'PUT /bookkeeping-receivers/{id}',
    'UpdateClientBookkeepingDetails',
    {
      extension,
      summary: 'Change where files are delivered, or stop it',
      body: updateReceiverInput,
      shows: receiverView,
    },
  ).handle(({ unit, params, body }) => updateReceiver(unit, params.id, body)),
  deleteBookkeepingReceiver: operation(
    'DELETE /bookkeeping-receivers/{id}',
    'UpdateClientBookkeepingDetails',
    {
      extension,
      names: { entity: BookkeepingReceiver },
      summary: 'Deliver nothing there any more',
    },
  ).handle(({ unit, params }) => deleteReceiver(unit, params.id)),
} satisfies Room
