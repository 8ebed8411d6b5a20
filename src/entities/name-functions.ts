/** How names are compared where two must not look alike; a migration is made where the text is another. */
export const nameFunctions: Readonly<Record<string, string>> = {
  /** The joiners and choosers that a name may hold are left out (`src/domain/names.ts`). */
  folded_name: `create or replace function folded_name(name text) returns text
immutable strict parallel safe language sql return
lower(btrim(regexp_replace(
  normalize(translate(name, chr(8204) || chr(8205) || chr(65038) || chr(65039), ''), nfkc),
  '[[:space:]]+', ' ', 'g')))`,
  /** A reference as payments are compared by it (`src/domain/payments/references.ts`). */
  plain_reference: `create or replace function plain_reference(reference text) returns text
immutable strict parallel safe language sql return
regexp_replace(upper(regexp_replace(reference, '[[:space:]-]', '', 'g')), '^0+(?=[0-9]+$)', '')`,
}
