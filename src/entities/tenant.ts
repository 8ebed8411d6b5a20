import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { countryCode, sent, tenantId } from './columns.ts'
import { tenantTable, versioned } from './table.ts'

/** Who runs the platform for its clients. Its id is the tenant id of every row that is its own. */
export const Tenant = defineEntity({
  name: 'Tenant',
  ...tenantTable('tenant', { steady: 'always', shared: true }),
  properties: {
    tenantId: sent(tenantId(), { form: 'ownId', prefix: 'TN' }),
    name: p.string().length(200),
    sandbox: p.boolean(),
    timeZone: p.string().length(60),
    /** The currency in which claims are handled where nobody says otherwise. */
    currency: p.string().length(3),
    countryCode: countryCode(),
    advancedLogin: p.boolean(),
    /** Whether every delivery is a workflow that operators see, or only what did not succeed at once. */
    webhookWorkflows: p.enum(['ON_FAILURE', 'ALWAYS']),
    ...versioned,
  },
})
export type Tenant = InferEntity<typeof Tenant>
