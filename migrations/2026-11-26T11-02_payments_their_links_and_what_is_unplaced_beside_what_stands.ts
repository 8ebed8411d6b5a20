import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "financial_event" drop constraint "financial_event_type_check"`)
    this.addSql(
      `alter table "financial_event" add constraint "financial_event_type_check" check ("type" in ('INVOICE_BOOKED', 'CREDIT_BOOKED', 'CREDIT_LINK', 'CREDIT_UNLINK', 'PAYMENT', 'PAYMENT_REVERT', 'OVERPAYMENT', 'ROUNDING', 'FINANCED', 'RESERVE_RELEASED', 'RECOURSE', 'DILUTION', 'REFINANCED', 'TRANSFER', 'MANUAL_TRANSACTION', 'PAYOUT_BOOKED', 'CHARGES_BILLED', 'FX_DIFFERENCE', 'DOUBTFUL', 'REVERSAL'))`,
    )
    this.addSql(
      `alter table payment_link add constraint payment_link_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table payment_transaction add constraint payment_transaction_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table unplaced_payment add constraint unplaced_payment_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
  }
}
