import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { bankAccountKinds } from '../domain/clients/bank-account.ts'
import { ofRow } from '../domain/event-rules.ts'
import { lifeOfPayoutAccount, payoutAccountStatuses } from '../domain/payouts/payout-account.ts'
import { bic } from './client-bank-account.ts'
import { idOf, name, oneOf, principalId, shaped, text } from './columns.ts'
import { addedHow, identified, tenantTable, versioned } from './table.ts'

/** To which account a debtor is paid back what it has to its credit. */
export const DebtorPayoutAccount = defineEntity({
  name: 'DebtorPayoutAccount',
  ...tenantTable('debtor_payout_account', {
    clientColumn: 'client_id',
    secrets: ['number'],
    references: { clientId: 'client', debtorId: 'debtor' },
    added: {},
    onMove: 'follows',
    events: {
      DEBTOR_PAYOUT_ACCOUNT: {
        means: [...lifeOfPayoutAccount.events('status'), ...ofRow()],
        rights: [
          'ReadClientDebtorPayoutAccounts',
          'ReadDebtorPayoutAccount',
          'ReadDebtorPayoutAccounts',
        ],
        shows: ['kind', 'status'],
      },
    },
  }),
  properties: {
    ...identified('DPA'),
    clientId: idOf('Client'),
    debtorId: idOf('Debtor'),
    kind: oneOf(10, bankAccountKinds),
    /** Told in no changelog and no event. */
    number: text(40, '5050-1055').hidden(),
    bic: shaped(11, bic).nullable(),
    holderName: name(140, 'Sundin Bygg AB'),
    status: oneOf(12, payoutAccountStatuses),
    verifiedBy: principalId().nullable(),
    verifiedAt: p.datetime(3).nullable(),
    createdBy: principalId(),
    ...addedHow,
    ...versioned,
  },
  indexes: [
    { name: 'debtor_payout_account_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'debtor_payout_account_debtor_index', properties: ['tenantId', 'debtorId', 'id'] },
    { name: 'debtor_payout_account_kind_index', properties: ['tenantId', 'kind', 'id'] },
    { name: 'debtor_payout_account_status_index', properties: ['tenantId', 'status', 'id'] },
  ],
})
export type DebtorPayoutAccount = InferEntity<typeof DebtorPayoutAccount>
