import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`drop policy "document_tenant" on "document"`)
    this.addSql(
      `alter table "document" add "distribution_status" text null, add "channel" text null, add "recipient" varchar(254) null, add "sent_at" timestamptz(3) null`,
    )
    this.addSql(
      `create index document_distribution_index on document (tenant_id, distribution_status, id) where distribution_status is not null`,
    )
    this.addSql(
      `create index document_queued_index on document (tenant_id, updated_at) where distribution_status = 'QUEUED'`,
    )
    this.addSql(
      `alter table "document" add constraint "document_distribution_status_check" check ("distribution_status" in ('QUEUED', 'SENT', 'FAILED', 'CANCELLED'))`,
    )
    this.addSql(
      `alter table "document" add constraint "document_channel_check" check ("channel" in ('EMAIL', 'LETTER', 'PEPPOL', 'EFAKTURA', 'DIGITAL_MAILBOX', 'SMS', 'BY_HAND'))`,
    )
    this.addSql(`create policy "document_tenant" on "document" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), ''), current_setting('app.holder_id', true), client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then debtor_id = current_setting('app.debtor_id', true) and status = any (array['STORED', 'FROZEN']) and (invoice_id is null or invoice_id in (
select c.c from known_claims() c(c))) and coalesce(distribution_status <> 'CANCELLED', true) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), ''), current_setting('app.holder_id', true), client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then debtor_id = current_setting('app.debtor_id', true) and status = any (array['STORED', 'FROZEN']) and (invoice_id is null or invoice_id in (
select c.c from known_claims() c(c))) and coalesce(distribution_status <> 'CANCELLED', true) else false end)`)
  }
}
