import { defineEntity, type InferEntity } from '@mikro-orm/core'
import { anyId, amount, currency, idOf } from './columns.ts'
import { inTenant, tenantTable } from './table.ts'

/**
 * How much of a client's limit is used and held for one debtor, by whatever customer number: the
 * debtor's share of the whole stands here, however many claims there are.
 */
export const DebtorExposure = defineEntity({
  name: 'DebtorExposure',
  ...tenantTable('debtor_exposure', {
    clientColumn: 'client_id',
    silent: true,
    references: { clientId: 'client' },
  }),
  properties: {
    ...inTenant,
    clientId: idOf('Client').primary(),
    /** The debtor's identity; of one without an identity, its own id. */
    whose: anyId('SD').primary(),
    currency: currency().primary(),
    utilised: amount(),
    reserved: amount(),
  },
})
export type DebtorExposure = InferEntity<typeof DebtorExposure>
