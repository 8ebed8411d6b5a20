import { z } from 'zod'
import {
  changeSync,
  changeSyncInput,
  syncScope,
} from '../../../activities/clients/sync/change-sync.ts'
import {
  completeIntegration,
  markConnected,
} from '../../../activities/clients/sync/connect-sync.ts'
import { enableSync, enableSyncInput } from '../../../activities/clients/sync/enable-sync.ts'
import { disableSync, resetSync } from '../../../activities/clients/sync/end-sync.ts'
import {
  followOnboardingUrl,
  followOnboardingUrlInput,
} from '../../../activities/clients/sync/follow-onboarding-url.ts'
import { obtainOnboardingUrl } from '../../../activities/clients/sync/obtain-onboarding-url.ts'
import { reportSync, reportSyncInput } from '../../../activities/clients/sync/report-sync.ts'
import { keptSync } from '../../../activities/clients/sync/sync-of.ts'
import { syncStatuses } from '../../../domain/clients/client.ts'
import { lifeOfSync } from '../../../domain/clients/sync.ts'
import { id, instant } from '../../../kernel/read/fields.ts'
import { ClientSync } from '../../../entities/client-sync.ts'
import { viewOf } from '../../../kernel/read/view.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'

const clientSyncView = viewOf(
  ClientSync,
  [
    'clientId',
    'status',
    'direction',
    'cursor',
    'lastRunAt',
    'lastError',
    'onboardingUrlExpiresAt',
    'versioned',
  ],
  {
    more: { scope: z.object(syncScope).partial() },
    show: (sync) => ({ scope: { ...sync.scope } }),
  },
)

const open = { open: 'Who follows the link has no token; the link stands for them' } as const

export default {
  readSync: operation('GET /clients/{clientId}/sync', 'ReadClientSync', {
    summary: 'Read how the sync with a business system stands',
    shows: clientSyncView,
  }).handle(({ unit, params }) => keptSync(unit, params.clientId)),

  updateSync: operation('PUT /clients/{clientId}/sync', 'UpdateClientSync', {
    names: { entity: ClientSync },
    summary: 'Change what is exchanged, and which way',
    body: changeSyncInput,
    shows: clientSyncView,
    refuses: lifeOfSync.refusals('update'),
  }).handle(({ unit, params, body }) => changeSync(unit, params.clientId, body)),

  enableSync: operation('PUT /clients/{clientId}/sync/enable', 'EnableClientSync', {
    names: { entity: ClientSync },
    summary: 'Enable the sync with a business system',
    body: enableSyncInput,
    shows: clientSyncView,
    refuses: ['CLIENT_CLOSED', 'ERP_NOT_CONNECTED', 'SYNC_NOT_ALLOWED'],
  }).handle(({ unit, params, body }) => enableSync(unit, params.clientId, body)),

  disableSync: operation('PUT /clients/{clientId}/sync/disable', 'DisableClientSync', {
    names: { entity: ClientSync },
    summary: 'Disable the sync; what is on its way is aborted',
    shows: clientSyncView,
    refuses: lifeOfSync.refusals('disable'),
  }).handle(({ unit, params }) => disableSync(unit, params.clientId)),

  resetSync: operation('PUT /clients/{clientId}/sync/reset', 'DisableClientSync', {
    names: { entity: ClientSync },
    summary: 'Reset the sync, so that it is connected anew',
    shows: clientSyncView,
    refuses: lifeOfSync.refusals('reset'),
  }).handle(({ unit, params }) => resetSync(unit, params.clientId)),

  setStatusOfSync: operation('PUT /clients/{clientId}/sync/status', 'ReportStatusClientSync', {
    names: { entity: ClientSync },
    summary: 'Set how the sync stands, as its connector says',
    body: reportSyncInput,
    shows: clientSyncView,
    refuses: ['SYNC_NOT_ALLOWED'],
  }).handle(({ unit, params, body }) => reportSync(unit, params.clientId, body)),

  markIntegrationAsConnected: operation(
    'PUT /clients/{clientId}/sync/mark-integration-as-connected',
    'MarkIntegrationAsConnected',
    {
      names: { entity: ClientSync },
      summary: 'Mark the business system as connected',
      shows: clientSyncView,
      refuses: lifeOfSync.refusals('connect'),
    },
  ).handle(({ unit, params }) => markConnected(unit, params.clientId)),

  completeIntegration: operation(
    'PUT /clients/{clientId}/sync/complete-integration',
    'CompleteIntegration',
    {
      names: { entity: ClientSync },
      summary: 'Complete the integration: what was before is exchanged',
      shows: clientSyncView,
      refuses: lifeOfSync.refusals('complete'),
    },
  ).handle(({ unit, params }) => completeIntegration(unit, params.clientId)),

  getOnboardingUrl: operation(
    'POST /clients/{clientId}/sync/obtain-onboarding-url',
    'ObtainOnboardingUrl',
    {
      summary: 'Get a link that connects the business system, once',
      returns: z
        .object({
          clientId: id('Client'),
          url: z.string().meta({ example: 'https://…/links/erp-onboarding#token=…' }),
          expiresAt: instant,
        })
        .meta({ id: 'OnboardingUrl' }),
      secret: true,
      refuses: ['SYNC_NOT_ALLOWED'],
      locate: ({ clientId }) => `/clients/${clientId}/sync`,
    },
  ).handle(async ({ unit, params }) => {
    const { sync, url, expiresAt } = await obtainOnboardingUrl(unit, params.clientId)
    return { clientId: sync.clientId, url, expiresAt: expiresAt.toISOString() }
  }),

  connectByOnboardingUrl: operation('POST /clients/sync/onboarding', open, {
    summary: 'Connect the business system by the link that was given',
    body: followOnboardingUrlInput,
    returns: z
      .object({ clientId: id('Client'), status: z.enum(syncStatuses) })
      .meta({ id: 'OnboardingFollowed' }),
    status: 200,
    refuses: ['NOT_FOUND', 'SYNC_NOT_ALLOWED'],
    extension: true,
  }).handle(async ({ body, ...at }) => {
    const { clientId, status } = await followOnboardingUrl(at, body)
    return { clientId, status }
  }),
} satisfies Room
