import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`create function state_in(told jsonb, side text, entity_id text, client_id text)
      returns json language sql immutable as $$
        select coalesce(json_object_agg(key, value -> side), '{}') from jsonb_each(told)
        where value -> side not in ('null', '[]', '{}')
          and (key, value ->> side) is distinct from ('id', entity_id)
          and (key, value ->> side) is distinct from ('clientId', client_id)
      $$`)
    this.addSql(`alter table "changelog" alter column "changes" type json using case "action"
      when 'CREATED' then state_in("changes", 'to', "entity_id", "client_id")
      when 'DELETED' then state_in("changes", 'from', "entity_id", "client_id")
      else "changes"::json end`)
    this.addSql(`drop function state_in`)
  }
}
