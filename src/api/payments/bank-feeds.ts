import {
  createBankFeed,
  createBankFeedInput,
  deleteBankFeed,
  updateBankFeed,
  updateBankFeedInput,
} from '../../activities/payments/feeds/bank-feeds.ts'
import { BankFeed } from '../../entities/bank-feed.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { viewOf } from '../../kernel/read/view.ts'

const feedView = viewOf(BankFeed, [
  'id',
  'name',
  'kind',
  'folder',
  'host',
  'port',
  'username',
  'hostKey',
  'active',
  'fetchedAt',
  'fault',
  'versioned',
])

const feeds = collection(BankFeed, {
  noun: ['feed of bank files', 'feeds of bank files'],
  shows: feedView,
  filters: filtersOf(BankFeed, ['kind', 'active']),
  sort: ['-id'],
})

const extension = true

export default {
  listBankFeeds: operation('GET /bank-feeds', 'ReadSystemBankAccount', {
    ...feeds.list,
    extension,
  }),
  readBankFeed: operation('GET /bank-feeds/{id}', 'ReadSystemBankAccount', {
    ...feeds.read,
    extension,
  }),
  createBankFeed: operation('POST /bank-feeds', 'CreateSystemBankAccount', {
    extension,
    summary: 'Say where a bank leaves files, which are then fetched',
    body: createBankFeedInput,
    shows: feedView,
    refuses: ['ALREADY_EXISTS'],
  }).handle(({ unit, body }) => createBankFeed(unit, body)),
  updateBankFeed: operation('PUT /bank-feeds/{id}', 'CreateSystemBankAccount', {
    extension,
    summary: 'Change where files are fetched, or stop it',
    body: updateBankFeedInput,
    shows: feedView,
    refuses: ['ALREADY_EXISTS'],
  }).handle(({ unit, params, body }) => updateBankFeed(unit, params.id, body)),
  deleteBankFeed: operation('DELETE /bank-feeds/{id}', 'CreateSystemBankAccount', {
    extension,
    names: { entity: BankFeed },
    summary: 'Fetch no more files from there',
  }).handle(({ unit, params }) => deleteBankFeed(unit, params.id)),
} satisfies Room
