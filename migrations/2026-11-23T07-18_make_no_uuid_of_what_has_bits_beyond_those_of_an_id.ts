import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`create or replace function id_of(id text) returns uuid immutable strict parallel safe language plpgsql as $$
declare
  t text := right(id, 26);
  u uuid;
begin
  if id = 'platform' then return 'ffffffffffffffffffffffffffffffff'; end if;
  if id !~ '^[A-Z]{1,4}[.]?[0123456789ABCDEFGHJKMNPQRSTVWXYZ]{26}$' then return null; end if;
  u := (lpad(to_hex((((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 1, 1)) - 1)::bigint << 55) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 2, 1)) - 1)::bigint << 50) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 3, 1)) - 1)::bigint << 45) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 4, 1)) - 1)::bigint << 40) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 5, 1)) - 1)::bigint << 35) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 6, 1)) - 1)::bigint << 30) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 7, 1)) - 1)::bigint << 25) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 8, 1)) - 1)::bigint << 20) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 9, 1)) - 1)::bigint << 15) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 10, 1)) - 1)::bigint << 10) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 11, 1)) - 1)::bigint << 5) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 12, 1)) - 1)::bigint << 0)) >> 0), 15, '0')
    || lpad(to_hex((((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 13, 1)) - 1)::bigint << 55) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 14, 1)) - 1)::bigint << 50) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 15, 1)) - 1)::bigint << 45) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 16, 1)) - 1)::bigint << 40) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 17, 1)) - 1)::bigint << 35) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 18, 1)) - 1)::bigint << 30) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 19, 1)) - 1)::bigint << 25) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 20, 1)) - 1)::bigint << 20) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 21, 1)) - 1)::bigint << 15) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 22, 1)) - 1)::bigint << 10) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 23, 1)) - 1)::bigint << 5) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 24, 1)) - 1)::bigint << 0)) >> 0), 15, '0')
    || lpad(to_hex((((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 25, 1)) - 1)::bigint << 5) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 26, 1)) - 1)::bigint << 0)) >> 2), 2, '0'))::uuid;
  return case when id_text(u) = id then u end;
end $$`)
    this.addSql(
      `comment on function id_of is 'made of 2ec088a0ed58320628d0c869d73ace93fe27d2fdb22e43065566f80ca8803c90'`,
    )
  }
}
