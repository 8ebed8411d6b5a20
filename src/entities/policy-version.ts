import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { inTenant, tenantTable } from './table.ts'

/** Counts the changes of a tenant's roles; a trigger raises it, so that no writer can forget. */
export const PolicyVersion = defineEntity({
  name: 'PolicyVersion',
  ...tenantTable('policy_version', { shared: true, unrecorded: ['revision'] }),
  properties: { ...inTenant, revision: p.bigint('string') },
})
export type PolicyVersion = InferEntity<typeof PolicyVersion>
