import { z } from 'zod'
import { requestStatuses } from '../../domain/automation/internal-request.ts'
import { topics } from '../../domain/topics.ts'
import { InternalRequest } from '../../entities/internal-request.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { id } from '../../kernel/read/fields.ts'
import { exact, instants } from '../../kernel/read/filter.ts'
import { viewOf } from '../../kernel/read/view.ts'

const topic = z.enum(topics)

const requests = collection(InternalRequest, {
  noun: ['request', 'requests for a second person'],
  shows: viewOf(
    InternalRequest,
    [
      'id',
      'topic',
      'subjectType',
      'subjectId',
      'clientId',
      'status',
      'requestedBy',
      'requestedByName',
      'decidedBy',
      'expiresAt',
      'versioned',
    ],
    {
      more: {
        /** What the second person has to ask for as well. */
        asked: z.record(z.string(), z.unknown()).meta({ example: { lockedUntil: '2026-09-30' } }),
        /** The right by which it was asked for, and which the second person needs. */
        right: z.string().nullable().meta({ example: 'UpdateVoucherSettingsLockedPeriod' }),
      },
      show: ({ asked, openedBy }) => ({ asked, right: openedBy ?? null }),
    },
  ),
  filters: {
    topic: exact(topic),
    status: exact(z.enum(requestStatuses)),
    clientId: exact(id('Client')),
    subjectId: exact(),
    requestedBy: exact(),
    createdAt: instants(),
    expiresAt: instants(),
  },
  sort: ['-createdAt', 'expiresAt'],
})

export default {
  listInternalRequests: operation('GET /internal-request', 'ReadInternalRequest', requests.list),
  readInternalRequest: operation(
    'GET /internal-request/{id}',
    'ReadInternalRequest',
    requests.read,
  ),
  searchInternalRequests: operation(
    'POST /internal-request/search',
    'SearchInternalRequest',
    requests.search,
  ),
  listInternalRequestsOfTopic: operation(
    'GET /internal-request/topic/{topic}',
    'ReadInternalRequest',
    requests.within('topic'),
  ),
  searchInternalRequestsOfTopics: operation('POST /internal-request/topic', 'ReadInternalRequest', {
    ...requests.search,
    summary: 'Search requests for a second person by their topics',
  }),
} satisfies Room
