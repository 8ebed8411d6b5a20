import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow, onBecoming, onChange } from '../domain/event-rules.ts'
import { productCodes } from '../domain/clients/product.ts'
import { creditStatuses } from '../domain/clients/limits.ts'
import { amount, businessDate, currency, idOf, share } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** How much of a client's claims may be financed in a currency and product, and how much is. */
export const CreditStatus = defineEntity({
  name: 'CreditStatus',
  ...tenantTable('credit_status', {
    clientColumn: 'client_id',
    tenantsAlone: ['creditLimit', 'temporaryLimit', 'temporaryUntil', 'maxDebtorShare'],
    references: { clientId: 'client' },
    // It follows from what is used, which moves while somebody else makes up their mind.
    running: ['status'],
    events: {
      CREDIT_STATUS: {
        means: [
          ...onBecoming('status', { WARNING: 'warning', BLOCKED: 'blocked' }),
          onChange('creditLimit', 'limitChanged'),
          ...ofRow(),
        ],
        rights: ['ReadClientCreditStatus', 'ReadClientCreditStatuses'],
      },
    },
  }),
  properties: {
    ...identified('CR'),
    clientId: idOf('Client'),
    currency: currency(),
    productCode: p.enum(productCodes),
    /** None: nobody has set one, so a person decides. */
    creditLimit: amount().nullable(),
    temporaryLimit: amount().nullable(),
    temporaryUntil: businessDate().nullable(),
    utilised: amount(),
    reserved: amount(),
    /** The largest share of what is used that one debtor may have, as a fraction. */
    maxDebtorShare: share('0.25').nullable(),
    status: p.enum(creditStatuses),
    ...versioned,
  },
  uniques: [
    {
      name: 'credit_status_unique',
      properties: ['tenantId', 'clientId', 'currency', 'productCode'],
    },
  ],
  indexes: [
    { name: 'credit_status_status_index', properties: ['tenantId', 'status', 'id'] },
    {
      name: 'credit_status_status_client_index',
      properties: ['tenantId', 'status', 'clientId', 'id'],
    },
    {
      name: 'credit_status_temporary_index',
      properties: ['tenantId', 'temporaryUntil'],
      where: { temporaryLimit: { $ne: null } },
    },
    { name: 'credit_status_currency_index', properties: ['tenantId', 'currency', 'id'] },
  ],
})
export type CreditStatus = InferEntity<typeof CreditStatus>
