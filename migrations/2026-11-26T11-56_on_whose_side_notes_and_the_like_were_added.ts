import { Migration } from '@mikro-orm/migrations'

/** Who added the row `t`: as it says itself, or as the journal has it. */
const authors = {
  contact: `(select j.principal_id from journal j
    where j.tenant_id = t.tenant_id and j.owner_id = id_text(t.id) order by j.id limit 1)`,
  debtor_blocked: 't.blocked_by',
  document: 't.created_by',
  invoice_guarantor: `(select g.principal_id from changelog g
    where g.tenant_id = t.tenant_id and g.owner_id = id_text(t.invoice_id)
      and g.entity_id = id_text(t.id) and g.action = 'CREATED' limit 1)`,
  label_assignment: 't.created_by',
  note: 't.created_by',
  to_do: 't.created_by',
}

/** Who is bound to a client or a debtor. */
const bound = { user_account: 'debtor_id', service_account: 'null::uuid', token: 'debtor_id' }

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "contact" add "added_for" text null`)
    this.addSql(
      `alter table "contact" add constraint "contact_added_for_check" check ("added_for" in ('CLIENT', 'DEBTOR'))`,
    )
    this.addSql(`alter table "debtor_blocked" add "added_for" text null`)
    this.addSql(
      `alter table "debtor_blocked" add constraint "debtor_blocked_added_for_check" check ("added_for" in ('CLIENT', 'DEBTOR'))`,
    )
    this.addSql(`alter table "document" add "added_for" text null`)
    this.addSql(
      `alter table "document" add constraint "document_added_for_check" check ("added_for" in ('CLIENT', 'DEBTOR'))`,
    )
    this.addSql(`alter table "invoice_guarantor" add "added_for" text null`)
    this.addSql(
      `alter table "invoice_guarantor" add constraint "invoice_guarantor_added_for_check" check ("added_for" in ('CLIENT', 'DEBTOR'))`,
    )
    this.addSql(`alter table "label_assignment" add "added_for" text null`)
    this.addSql(
      `alter table "label_assignment" add constraint "label_assignment_added_for_check" check ("added_for" in ('CLIENT', 'DEBTOR'))`,
    )
    this.addSql(`alter table "note" add "added_for" text null`)
    this.addSql(
      `alter table "note" add constraint "note_added_for_check" check ("added_for" in ('CLIENT', 'DEBTOR'))`,
    )
    this.addSql(`alter table "to_do" add "added_for" text null`)
    this.addSql(
      `alter table "to_do" add constraint "to_do_added_for_check" check ("added_for" in ('CLIENT', 'DEBTOR'))`,
    )
    this.addSql(`drop trigger debtor_blocked_steady on debtor_blocked`)
    this.addSql(`create constraint trigger debtor_blocked_steady after insert or delete or update of tenant_id, id, identification_number, country_code, scope, client_id, products, reason_code, comment, blocked_from, blocked_by, added_for, version, created_at, updated_at on debtor_blocked
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger debtor_blocked_steady on debtor_blocked is 'made of 62ca520ebe760cae73bdfc039c9dab88744b769678c0acd8a66bb2dbd35bab45'`,
    )
    const all = [...Object.keys(authors), ...Object.keys(bound), 'journal']
    for (const table of all) {
      this.addSql(`alter table "${table}" no force row level security`)
      this.addSql(`alter table "${table}" disable trigger user`)
    }
    const people = Object.entries(bound).map(
      ([table, debtor]) =>
        `select tenant_id, id, ${debtor} as debtor_id from ${table} where client_id is not null`,
    )
    for (const [table, author] of Object.entries(authors)) {
      this.addSql(`update "${table}" t
  set added_for = case when b.debtor_id is null then 'CLIENT' else 'DEBTOR' end
  from (${people.join(' union all ')}) b
  where b.tenant_id = t.tenant_id and b.id = ${author}`)
    }
    for (const table of all) {
      this.addSql(`alter table "${table}" enable trigger user`)
      this.addSql(`alter table "${table}" force row level security`)
    }
  }
}
