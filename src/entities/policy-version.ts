import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { inTenant, tenantTable } from './table.ts'

/** What changed in a tenant, as numbers; triggers change them, so that no writer can forget. */
export const PolicyVersion = defineEntity({
  name: 'PolicyVersion',
  ...tenantTable('policy_version', {
    steady: 'always',
    shared: true,
    unrecorded: ['revision', 'steady'],
  }),
  properties: {
    ...inTenant,
    /** Counts the changes of the tenant's roles. */
    revision: p.bigint('string'),
    /** Another one after each change of a steady table. */
    steady: p.bigint('string'),
  },
})
export type PolicyVersion = InferEntity<typeof PolicyVersion>
