import type { RefusalTable } from '../refusal.ts'

export const refusalsOfIntegrations = {
  INSTANCE_PROVIDER_IS_DEFAULT: [
    409,
    'The instance provider is the default one',
    'Make another one the default at `PUT /instance-providers/{id}/default` first.',
  ],
} as const satisfies RefusalTable
