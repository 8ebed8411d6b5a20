import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { lifeOfPayoutAccount, payoutAccountStatuses } from '../domain/payouts/payout-account.ts'
import { idOf, oneOf, principalId } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** To which bank account of its client a client account is paid out: the nearest that is said. */
export const PayoutAccount = defineEntity({
  name: 'PayoutAccount',
  ...tenantTable('payout_account', {
    clientColumn: 'client_id',
    pointsAt: { payout_account_unique: ['clientAccountId'] },
    references: {
      clientId: 'client',
      clientAccountId: 'client_account',
      clientBankAccountId: 'client_bank_account',
    },
    events: {
      PAYOUT_ACCOUNT: {
        means: [...lifeOfPayoutAccount.events('status'), ...ofRow()],
        rights: ['ReadPayoutAccount', 'ReadPayoutAccounts'],
      },
    },
  }),
  properties: {
    ...identified('POA'),
    clientId: idOf('Client'),
    clientAccountId: idOf('ClientAccount'),
    clientBankAccountId: idOf('ClientBankAccount'),
    status: oneOf(12, payoutAccountStatuses),
    verifiedBy: principalId().nullable(),
    verifiedAt: p.datetime(3).nullable(),
    createdBy: principalId(),
    ...versioned,
  },
  indexes: [
    {
      name: 'payout_account_unique',
      expression: `create unique index payout_account_unique on payout_account (tenant_id, client_account_id) where status <> 'DISABLED'`,
    },
    { name: 'payout_account_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'payout_account_of_index', properties: ['tenantId', 'clientAccountId', 'id'] },
    { name: 'payout_account_bank_index', properties: ['tenantId', 'clientBankAccountId', 'id'] },
    { name: 'payout_account_status_index', properties: ['tenantId', 'status', 'id'] },
  ],
})
export type PayoutAccount = InferEntity<typeof PayoutAccount>
