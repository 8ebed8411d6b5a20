import { spellingsOf } from '../../domain/identification-number.ts'
import { z } from 'zod'
import {
  blockDebtor,
  blockOf,
  unblockDebtor,
  blockDebtorInput,
} from '../../activities/debtors/block-debtor.ts'
import { blockScopes } from '../../domain/debtors/block.ts'
import { DebtorBlocked } from '../../entities/debtor-blocked.ts'
import { collection } from '../../kernel/read/collection.ts'
import { id } from '../../kernel/read/fields.ts'
import { exact, instants, identificationNumberFilter, text } from '../../kernel/read/filter.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const debtorBlockedView = viewOf(DebtorBlocked, [
  'id',
  'identificationNumber',
  'countryCode',
  'scope',
  'clientId',
  'products',
  'reasonCode',
  'comment',
  'blockedFrom',
  'blockedBy',
  'versioned',
])

const blocks = collection(DebtorBlocked, {
  noun: ['blocked debtor', 'blocked debtors'],
  shows: debtorBlockedView,
  key: 'identificationNumber',
  filters: {
    identificationNumber: identificationNumberFilter(text(), { column: 'identification_number' }),
    clientId: exact(id('Client')),
    scope: exact(z.enum(blockScopes)),
    createdAt: instants(),
  },
  sort: ['createdAt', 'identificationNumber'],
})

export default {
  listBlockedDebtors: operation('GET /debtor-blocked', 'ReadDebtorBlocked', blocks.list),

  searchBlockedDebtors: operation(
    'POST /debtor-blocked/search',
    'SearchDebtorBlocked',
    blocks.search,
  ),

  readBlockedDebtor: operation('GET /debtor-blocked/{identificationNumber}', 'ReadDebtorBlocked', {
    summary: 'Read whether and why a debtor is blocked',
    shows: debtorBlockedView,
  }).handle(({ unit, params }) => blockOf(unit, params.identificationNumber)),

  createDebtorBlocked: operation('POST /debtor-blocked', 'CreateDebtorBlocked', {
    summary: 'Block a debtor for some products, by one client or by all',
    body: blockDebtorInput,
    shows: debtorBlockedView,
    refuses: ['ALREADY_EXISTS', 'NOT_FOUND'],
    locate: (block) => `/debtor-blocked/${encodeURIComponent(block.identificationNumber)}`,
  }).handle(({ unit, body }) => blockDebtor(unit, body)),

  deleteDebtorBlocked: operation(
    'DELETE /debtor-blocked/{identificationNumber}',
    'DeleteDebtorBlocked',
    {
      names: { entity: DebtorBlocked, spellings: spellingsOf },
      summary: 'Unblock a debtor, whoever blocked it; a client only what it blocked itself',
    },
  ).handle(({ unit, params }) => unblockDebtor(unit, params.identificationNumber)),
} satisfies Room
