import { exampleId } from '../../src/entities/ids.ts'
import type { Corruptions } from './corrupted-payments.ts'

export const corruptionsOfPayouts: Corruptions = {
  'payout-batches': ({ tenant }) => [
    `insert into payout_batch (tenant_id, id, currency, system_bank_account_id, execution_date,
       count, total, status, created_by, version, created_at, updated_at)
     select tenant_id, '${exampleId('PayoutBatch')}', 'SEK', id, current_date, 1, 1, 'CREATED', id,
       1, now(), now()
     from client_account where tenant_id = $1 limit 1`,
    [tenant.id],
  ],
  'payout-settlements': ({ tenant }) => [
    `insert into payout_settlement (tenant_id, id, client_id, client_account_id, payout_id,
       currency, opening, payments, financed, fees, payouts, adjustments, closing, created_at)
     select tenant_id, '${exampleId('PayoutSettlement')}', client_id, id, id, 'SEK', 0, 0, 0, 0, 0,
       1, 1, now()
     from client_account where tenant_id = $1 limit 1`,
    [tenant.id],
  ],
  'settlement-accounts': ({ tenant }) => [
    `insert into settlement_account (tenant_id, id, counterparty_type, currency, balance, version,
       created_at, updated_at)
     select tenant_id, '${exampleId('SettlementAccount')}', 'OTHER', 'NOK', 1, 1, now(), now()
     from client_account where tenant_id = $1 limit 1`,
    [tenant.id],
  ],
  'payouts-booked': ({ tenant }) => [
    `insert into payout (tenant_id, id, client_id, client_account_id, amount, currency,
       planned_date, reference, status, created_by, version, created_at, updated_at)
     select tenant_id, '${exampleId('Payout')}', client_id, id, 1, 'SEK', current_date, '',
       'BOOKED', id, 1, now(), now()
     from client_account where tenant_id = $1 limit 1`,
    [tenant.id],
  ],
}
