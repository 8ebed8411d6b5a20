import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { onUpdated } from '../domain/event-rules.ts'
import { onboardingStepStatuses, onboardingSteps } from '../domain/clients/client.ts'
import { idOf } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** One step of a client's onboarding, so that each is done once and can be seen. */
export const OnboardingStep = defineEntity({
  name: 'OnboardingStep',
  ...tenantTable('onboarding_step', {
    clientColumn: 'client_id',
    trail: { entity: 'Client', key: 'clientId' },
    references: { clientId: 'client' },
    events: { CLIENT: { means: [onUpdated('onboardingMoved')] } },
  }),
  properties: {
    ...identified('OS'),
    clientId: idOf('Client'),
    step: p.enum(onboardingSteps),
    status: p.enum(onboardingStepStatuses),
    error: p.string().length(500).nullable(),
    doneAt: p.datetime(3).nullable(),
    ...versioned,
  },
  uniques: [{ name: 'onboarding_step_unique', properties: ['tenantId', 'clientId', 'step'] }],
  indexes: [
    { name: 'onboarding_step_status_index', properties: ['tenantId', 'status', 'createdAt'] },
  ],
})
export type OnboardingStep = InferEntity<typeof OnboardingStep>
