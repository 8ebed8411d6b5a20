import { z } from 'zod'
import { rejectRequest, rejectRequestInput } from '../../activities/automation/reject-request.ts'
import { isNarrowed } from '../../domain/access/scope.ts'
import {
  askedSeen,
  lifeOfRequest,
  requestStatuses,
} from '../../domain/automation/internal-request.ts'
import { topics } from '../../domain/topics.ts'
import { InternalRequest } from '../../entities/internal-request.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { effectSeen, effectShown, type EffectSeen } from '../../kernel/read/effect.ts'
import { id } from '../../kernel/read/fields.ts'
import { but } from '../../kernel/read/first-use.ts'
import { exact, instants } from '../../kernel/read/filter.ts'
import { viewOf } from '../../kernel/read/view.ts'
import {
  workflowLinks,
  workflowShown,
  type WorkflowLinks,
} from '../../kernel/read/workflow-link.ts'
import type { Unit } from '../../kernel/write/unit.ts'

const topic = z.enum(topics)

interface Seen {
  asked: Readonly<Record<string, unknown>>
  wouldDo: EffectSeen
}

interface RequestFacts {
  seen: ReadonlyMap<string, Seen>
  workflowOf: WorkflowLinks
}

const seenOf = (unit: Unit, row: InternalRequest): Seen => ({
  asked: isNarrowed(unit.scope) ? askedSeen(row.topic, row.asked) : row.asked,
  wouldDo: effectSeen(unit, row),
})

const requestView = viewOf(
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
    'decidedAt',
    'comment',
    'renewsId',
    'expiresAt',
    'versioned',
  ],
  {
    more: {
      /** What the second person has to ask for as well. */
      asked: z.record(z.string(), z.unknown()).meta({ example: { lockedUntil: '2026-09-30' } }),
      /** What it would do, as it did when it was tried and taken back. */
      wouldDo: effectShown,
      /** The right by which it was asked for, and which the second person needs. */
      right: z.string().nullable().meta({ example: 'UpdateVoucherSettingsLockedPeriod' }),
      workflow: workflowShown,
    },
    // Lists do not read hidden columns.
    facts: async (unit, rows: readonly InternalRequest[]) => {
      const ids = rows.map(({ id: one }) => one)
      const whole = await unit.readEach(InternalRequest, 'id = any($2)', [ids])
      return {
        seen: new Map(whole.map((row) => [row.id, seenOf(unit, row)])),
        workflowOf: workflowLinks(unit, 'expireRequest'),
      }
    },
    show: ({ id: one, openedBy }, { seen, workflowOf }: RequestFacts) => ({
      workflow: workflowOf(one),
      asked: {},
      wouldDo: [],
      ...seen.get(one),
      right: openedBy ?? null,
    }),
  },
)

const requests = collection(InternalRequest, {
  noun: ['request', 'requests for a second person'],
  shows: requestView,
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
    but(requests.within('topic'), { inPath: { topic: 'CLIENT_BANK_ACCOUNT' } }),
  ),
  searchInternalRequestsOfTopics: operation('POST /internal-request/topic', 'ReadInternalRequest', {
    ...requests.search,
    summary: 'Search requests for a second person by their topics',
  }),
  rejectInternalRequest: operation('PUT /internal-request/{id}/reject', 'ReadInternalRequest', {
    extension: true,
    summary: 'Say no to what takes a second person; whoever asked for it takes it back',
    body: rejectRequestInput,
    shows: requestView,
    refuses: ['FOR_THE_TENANT_ALONE', ...lifeOfRequest.refusals('reject', 'cancel')],
  }).handle(({ unit, params, body }) => rejectRequest(unit, params.id, body)),
} satisfies Room
