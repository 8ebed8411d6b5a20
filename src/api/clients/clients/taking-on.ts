import { z } from 'zod'
import { createClient } from '../../../activities/clients/create-client.ts'
import { retryOnboarding } from '../../../activities/clients/onboarding/retry-onboarding.ts'
import { name } from '../../../kernel/read/fields.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import {
  addressInformation,
  contactInformation,
  countryCode,
  identificationNumber,
  locale,
  OnboardedClientView,
  showOnboarded,
} from './views.ts'

export default {
  createClient: operation('POST /clients', 'CreateClients', {
    summary: 'Create a client; settings, products, accounts are there at once',
    body: z.strictObject({
      identificationNumber,
      name: name(200),
      locale: locale.nullish(),
      countryCode: countryCode.nullish(),
      contactInformation: contactInformation.nullish(),
      addressInformation: addressInformation.nullish(),
    }),
    returns: OnboardedClientView,
    shows: showOnboarded,
    refuses: ['CLIENT_ALREADY_EXISTS', 'GRANT_EXCEEDS_HOLDER'],
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
