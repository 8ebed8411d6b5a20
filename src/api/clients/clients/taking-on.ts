import { createClient, createClientInput } from '../../../activities/clients/create-client.ts'
import { retryOnboarding } from '../../../activities/clients/onboarding/retry-onboarding.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { OnboardedClientView, showOnboarded } from './views.ts'

export default {
  createClient: operation('POST /clients', 'CreateClients', {
    summary: 'Create a client; settings, products, accounts are there at once',
    body: createClientInput,
    returns: OnboardedClientView,
    shows: showOnboarded,
    refuses: [
      'CLIENT_ALREADY_EXISTS',
      'GRANT_EXCEEDS_HOLDER',
      'NOT_FOR_FURTHER_CLIENTS',
      'NOT_FOUND',
    ],
  }).handle(({ unit, body }) => createClient(unit, body)),

  retryOnboardingOfClient: operation('POST /clients/{id}/onboarding/retry', 'UpdateClients', {
    summary: 'Retry an onboarding from the step that failed',
    returns: OnboardedClientView,
    shows: showOnboarded,
    status: 200,
    refuses: ['ONBOARDING_NOT_FAILED'],
    extension: true,
  }).handle(({ unit, params }) => retryOnboarding(unit, params.id)),
} satisfies Room
