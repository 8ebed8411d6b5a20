import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { RoleNames } from './logins.ts'

/*
 * Where documents lie unless a folder is named: bytes under keys of chance, which rows of tenants
 * name. Who serves reaches them by these functions alone, so that nobody finds what they have no
 * key of. Made by the start, as it is a store and no table of a tenant.
 */

/** `brought_at`: since when it waits for its place; nobody finds what waits. */
const table = `create table if not exists document_file (
  key text primary key check (key ~ '^[0-9a-f]{16,64}$'),
  bytes bytea not null,
  brought_at timestamptz
)`

/** What of it comes after its first piece, which stands in its row; gone, and renamed, with that. */
const pieces = `create table if not exists document_piece (
  key text not null references document_file on update cascade on delete cascade,
  number int not null check (number > 0),
  bytes bytea not null,
  primary key (key, number)
)`

/** Of documents in a folder: the name that one has there already, whose row is not committed yet. */
const places = `create table if not exists document_place (
  key text primary key,
  since timestamptz not null
)`

interface Made {
  signature: string
  returns: string
  does: string
}

const functions: readonly Made[] = [
  {
    signature: 'document_bring(named text, content bytea)',
    returns: 'void',
    does: 'insert into document_file values (named, content, now());',
  },
  {
    signature: 'document_append(named text, place int, content bytea)',
    // Whether what it belongs to still waits; it is not swept up while more of it comes.
    returns: 'boolean',
    does: `with waits as (update document_file set brought_at = now()
        where key = named and brought_at is not null returning key)
      , piece as (insert into document_piece select key, place, content from waits returning 1)
      select exists (select from piece);`,
  },
  {
    signature: 'document_keep(waits text, named text)',
    // Whether there was anything to keep.
    returns: 'boolean',
    // What has the name already is an earlier version of it, and of two at once one is second.
    does: `select pg_advisory_xact_lock(hashtextextended(named, 0));
      delete from document_file where key = named and waits <> named
        and exists (select from document_file where key = waits);
      with kept as (update document_file set key = named, brought_at = null where key = waits
        returning 1)
      select exists (select from kept);`,
  },
  {
    signature: 'document_put(named text, content bytea)',
    returns: 'void',
    does: `delete from document_piece where key = named;
      insert into document_file values (named, content, null)
      on conflict (key) do update set bytes = excluded.bytes, brought_at = null;`,
  },
  {
    signature: 'document_get(named text)',
    returns: 'bytea',
    does: `select case when exists (select from document_piece p where p.key = f.key)
        then f.bytes || (select string_agg(p.bytes, ''::bytea order by p.number)
          from document_piece p where p.key = f.key)
        else f.bytes end
      from document_file f where f.key = named and f.brought_at is null;`,
  },
  {
    signature: 'document_piece(named text, place int)',
    returns: 'bytea',
    does: `select case place when 0 then f.bytes else (select p.bytes from document_piece p
        where p.key = f.key and p.number = place) end
      from document_file f where f.key = named and f.brought_at is null;`,
  },
  {
    signature: 'document_part(named text, waits boolean, place int, start int, most int)',
    // Of what waits, to who brought it alone. As it is stored, only what is asked for is read.
    returns: 'bytea',
    does: `select case place when 0 then substring(f.bytes from start + 1 for most) else
        (select substring(p.bytes from start + 1 for most) from document_piece p
          where p.key = f.key and p.number = place) end
      from document_file f where f.key = named and (f.brought_at is not null) = waits;`,
  },
  {
    signature: 'document_expect(named text)',
    returns: 'void',
    does: `insert into document_place values (named, now())
      on conflict (key) do update set since = excluded.since;`,
  },
  {
    signature: 'document_placed(named text)',
    returns: 'boolean',
    does: `with placed as (delete from document_place where key = named returning 1)
      select exists (select from placed);`,
  },
  {
    signature: 'document_unplaced(named text, before timestamptz)',
    // Whoever asks removes them, and commits: until then, or for ever, they are to be removed.
    returns: 'setof text',
    does: 'delete from document_place where key = named or since < before returning key;',
  },
  {
    signature: 'document_delete(named text)',
    returns: 'void',
    does: 'delete from document_file where key = named;',
  },
  {
    signature: 'document_sweep(before timestamptz)',
    returns: 'bigint',
    does: `with swept as (delete from document_file where brought_at < before returning 1)
      select count(*) from swept;`,
  },
]

const functionOf = ({ signature, returns, does }: Made) =>
  `create or replace function ${signature} returns ${returns} language sql security definer
   set search_path = public begin atomic ${does} end`

/** Once for each text of it: whoever starts with the same finds it made. */
export async function ensureDocumentFiles(client: pg.Client): Promise<void> {
  const mark = `made of ${createHash('sha256').update(made.join(';')).digest('hex')}`
  const { rows } = await client.query<{ mark: string | null }>(
    `select obj_description(to_regclass('public.document_file'), 'pg_class') as mark`,
  )
  if (rows[0]?.mark === mark) return
  await client.query(
    ['begin', ...made, `comment on table document_file is '${mark}'`, 'commit'].join(';\n'),
  )
}

const made = [
  table,
  pieces,
  places,
  // They are compressed by what made them.
  'alter table document_file alter column bytes set storage external',
  'alter table document_piece alter column bytes set storage external',
  `create index if not exists document_file_brought_index on document_file (brought_at)
     where brought_at is not null`,
  ...functions.flatMap((each) => [
    functionOf(each),
    `revoke all on function ${each.signature} from public`,
  ]),
]

export const grantsOnDocumentFiles = ({ run }: RoleNames): string[] =>
  functions.map(({ signature }) => `grant execute on function ${signature} to ${run}`)
