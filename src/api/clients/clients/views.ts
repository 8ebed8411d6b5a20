import { viewOf } from '../../../kernel/read/view.ts'
import { z } from 'zod'
import {
  type TakenOn,
  addressInformation,
  contactInformation,
} from '../../../activities/clients/create-client.ts'
import type { ClientFacts } from '../../../activities/clients/facts-of-client.ts'
import { onboardingSteps, onboardingStepStatuses } from '../../../domain/clients/client.ts'
import { isReady, readinessItems } from '../../../domain/clients/readiness.ts'
import { Client } from '../../../entities/client.ts'
import type { OnboardingStep } from '../../../entities/onboarding-step.ts'
import { instant } from '../../../kernel/read/fields.ts'

export const clientView = viewOf(
  Client,
  [
    'id',
    'number',
    'identificationNumber',
    'name',
    'countryCode',
    'locale',
    'preferredLanguage',
    'status',
    'invoiceErpId',
    'bookkeepErpId',
    'reminderProfileId',
    'instanceProviderId',
    'serviceProviderId',
    'templateId',
    'versioned',
  ],
  {
    more: {
      contactInformation: contactInformation.nullable(),
      addressInformation: addressInformation.nullable(),
    },
    show: (client) => ({
      contactInformation: client.contactInformation ?? null,
      addressInformation: client.addressInformation ?? null,
    }),
  },
)

const onboarding = z
  .object({
    state: z.enum(['RUNNING', 'DONE', 'FAILED']),
    /** The step it is at, or that failed. */
    step: z.enum(onboardingSteps).nullable(),
    steps: z.array(
      z.object({
        step: z.enum(onboardingSteps),
        status: z.enum(onboardingStepStatuses),
        doneAt: instant.nullable(),
        error: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Onboarding' })

/** A client with the steps of its onboarding. */
export const OnboardedClientView = clientView.schema
  .extend({ onboarding })
  .meta({ id: 'OnboardedClient' })

export const showOnboarded = ({
  client,
  steps,
}: TakenOn): z.output<typeof OnboardedClientView> => ({
  ...clientView.show(client),
  onboarding: showOnboarding(client, steps),
})

function showOnboarding(client: Client, steps: readonly OnboardingStep[]) {
  const next = steps.find(({ status }) => status !== 'DONE')
  const failed = steps.some(({ status }) => status === 'FAILED')
  const running = client.status === 'ONBOARDING' ? ('RUNNING' as const) : ('DONE' as const)
  return {
    state: failed ? ('FAILED' as const) : running,
    step: next?.step ?? null,
    steps: steps.map(({ step, status, doneAt, error }) => ({
      step,
      status,
      doneAt: doneAt?.toISOString() ?? null,
      error: error ?? null,
    })),
  }
}

/** A client with what it still lacks before it can do business. */
export const ClientDetailView = OnboardedClientView.extend({
  ready: z.boolean(),
  readiness: z.array(
    z.object({ item: z.enum(readinessItems), ok: z.boolean(), message: z.string() }),
  ),
}).meta({ id: 'ClientDetail' })

export const showDetail = (facts: ClientFacts): z.output<typeof ClientDetailView> => ({
  ...showOnboarded(facts),
  ready: isReady(facts.readiness),
  readiness: facts.readiness,
})
