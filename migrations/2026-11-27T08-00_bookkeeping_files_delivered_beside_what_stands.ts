import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `alter table "bookkeeping_file" drop constraint "bookkeeping_file_export_channel_check"`,
    )
    this.addSql(`alter table "bookkeeping_file" drop constraint "bookkeeping_file_format_check"`)
    this.addSql(
      `alter table "bookkeeping_file" add constraint "bookkeeping_file_export_channel_check" check ("export_channel" in ('DOWNLOAD', 'EMAIL', 'SFTP', 'WEBHOOK'))`,
    )
    this.addSql(
      `alter table "bookkeeping_file" add constraint "bookkeeping_file_format_check" check ("format" in ('SIE4I', 'CSV', 'XLSX', 'JSON'))`,
    )
    this.addSql(
      `alter table bookkeeping_receiver add constraint bookkeeping_receiver_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table bookkeeping_receiver add constraint bookkeeping_receiver_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table bookkeeping_delivery add constraint bookkeeping_delivery_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table bookkeeping_delivery add constraint bookkeeping_delivery_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table bookkeeping_delivery add constraint bookkeeping_delivery_file_id_foreign foreign key (tenant_id, file_id) references bookkeeping_file (tenant_id, id)`,
    )
    this.addSql(
      `alter table bookkeeping_delivery_attempt add constraint bookkeeping_delivery_attempt_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
  }
}
