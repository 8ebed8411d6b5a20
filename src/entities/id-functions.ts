import {
  codeAt,
  mixingFactors,
  platformId,
  platformUuid,
  wordsOfTenant,
} from '../domain/id-forms.ts'
import { alphabet, idCodes, tenantPrefix } from '../domain/ids.ts'

/*
 * The forms of ids in SQL: for views and statements that put ids into texts or JSON, or take them
 * out. What is sent and read one by one needs none of them (`ports/database/values.ts`).
 */

const digits = 26

const byCode = new Map<number, string>(
  Object.entries(idCodes).map(([prefix, code]) => [code, prefix]),
)
const prefixes = Array.from({ length: Math.max(...byCode.keys()) }, (_, at) => {
  const prefix = byCode.get(at + 1)
  return prefix === undefined ? 'null' : `'${prefix}'`
})
const prefixOf = (uuid: string) =>
  `(array[${prefixes.join(', ')}])[get_byte(uuid_send(${uuid}), ${codeAt})]`

const times = (count: number) => Array.from({ length: count }, (_, at) => at)

/** Twelve digits of base 32 are fifteen hexadecimal ones; the last two are the last byte. */
const halves = [
  { from: 1, hex: 1, digits: 12, hexDigits: 15, unused: 0 },
  { from: 13, hex: 16, digits: 12, hexDigits: 15, unused: 0 },
  { from: 25, hex: 31, digits: 2, hexDigits: 2, unused: 2 },
]

const bitsOf = halves.map(
  ({ hex, hexDigits, unused }) =>
    `('x' || lpad(substr(h, ${hex}, ${hexDigits}), 16, '0'))::bit(64)::bigint << ${unused}`,
)
const textOf = halves.flatMap(({ digits: count }, half) =>
  times(count).map(
    (at) => `substr('${alphabet}', ((b${half} >> ${5 * (count - 1 - at)}) & 31)::int + 1, 1)`,
  ),
)

const hexOf = halves.map(({ from, digits: count, hexDigits, unused }) => {
  const sum = times(count).map(
    (at) =>
      `(strpos('${alphabet}', substr(t, ${from + at}, 1)) - 1)::bigint << ${5 * (count - 1 - at)}`,
  )
  const bits = sum.map((each) => `(${each})`).join(' | ')
  return `lpad(to_hex((${bits}) >> ${unused}), ${hexDigits}, '0')`
})

const tenantCode = idCodes[tenantPrefix].toString(16).padStart(2, '0')
const words = wordsOfTenant.map(({ salt, shift }) =>
  salt === 0 ? 'own' : `mixed(own # ${salt}) >> ${shift}`,
)

const made = 'immutable strict parallel safe language'

const begun = `${made} plpgsql as $$`

/** In SQL, the least id of a moment: all that are made from then on are greater. */
export const leastIdAt = (moment: string): string =>
  `(lpad(to_hex(floor(extract(epoch from ${moment}) * 1000)::bigint), 12, '0')
    || repeat('0', 20))::uuid`

/** By name; a migration is made where a database has another text of one. */
export const idFunctions: Readonly<Record<string, string>> = {
  id_text: `create or replace function id_text(id uuid) returns text ${made} plpgsql as $$
declare
  h text := replace(id::text, '-', '');
${bitsOf.map((bits, at) => `  b${at} bigint := ${bits};`).join('\n')}
begin
  if id = '${platformUuid}' then return '${platformId}'; end if;
  return ${prefixOf('id')}
    || ${textOf.join('\n    || ')};
end $$`,

  id_of: `create or replace function id_of(id text) returns uuid ${made} plpgsql as $$
declare
  t text := right(id, ${digits});
  u uuid;
begin
  if id = '${platformId}' then return '${platformUuid}'; end if;
  if id !~ '^[A-Z]{1,4}[.]?[${alphabet}]{${digits}}$' then return null; end if;
  u := (${hexOf.join('\n    || ')})::uuid;
  return case when id_text(u) = id then u end;
end $$`,

  /** As `id-forms.ts` mixes the number of a tenant. */
  mixed: `create or replace function mixed(number bigint) returns bigint ${made} plpgsql as $$
declare
  value bigint := number # (number >> 16);
begin
  value := (value * ${mixingFactors[0]}) & 4294967295;
  value := value # (value >> 15) # (value >> 30);
  value := (value::numeric * ${mixingFactors[1]} % 4294967296)::bigint;
  return value # (value >> 16);
end $$`,

  tenant_text: `create or replace function tenant_text(tenant int) returns text ${begun}
declare
  own bigint := mixed(tenant);
  words bigint[] := array[${words.join(', ')}];
  hex text := '';
begin
  for at in 1..4 loop hex := hex || lpad(to_hex(words[at]), 8, '0'); end loop;
  return id_text(overlay(hex placing '${tenantCode}' from ${2 * codeAt + 1})::uuid);
end $$`,

  /** Of what stands within a journal row: its bits, another kind, and a number in the last ones. */
  id_within: `create or replace function id_within(kind int, journal_id uuid, ordinal int)
returns uuid ${made} sql return
encode(set_byte(set_byte(set_byte(uuid_send(journal_id), ${codeAt}, kind),
  14, ordinal >> 8), 15, ordinal & 255), 'hex')::uuid`,

  /** Of what there is once for two rows: it sorts by the first, and follows from both. */
  id_beside: `create or replace function id_beside(kind int, id uuid, other uuid)
returns uuid ${made} sql return
encode(substr(uuid_send(id), 1, 6) || set_byte(substr(decode(md5(uuid_send(id) || uuid_send(other)),
  'hex'), 1, 10), ${codeAt - 6}, kind), 'hex')::uuid`,
}
