import type pg from 'pg'
import { clientOf, withClient } from '../ports/database/connect.ts'
import type { Keys } from '../ports/keys/keys.ts'

/*
 * A database and its logins belong to one master key. With another one no token and no secret is
 * known, and the passwords of the logins would be changed under whoever serves with them.
 */

/** The id of the key that a database was begun with; undefined where it does not know it. */
async function keyIdOf(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regclass('public.installation') is not null as known`,
  )
  if (rows[0]?.known !== true) return undefined
  const noted = await client.query<{ id: string }>('select key_id as id from installation')
  return noted.rows[0]?.id
}

/** Whether anything may be stored there by which somebody's key is known. */
export async function isInstalled(ownerUrl: string): Promise<boolean> {
  return withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ is: boolean }>(
      `select to_regclass('public.migration') is not null as is`,
    )
    return rows[0]?.is === true
  })
}

export const whatToDo =
  'give the right one as RECEIVABLES_MASTER_KEY, or bring back the file master-key of the data ' +
  'folder that the database was begun with. Without it tokens and secrets are lost, and one can ' +
  'only begin anew, with an empty database'

/** Before anything is changed there. */
export async function refuseOtherKey(client: pg.Client, keys: Keys): Promise<void> {
  const id = await keyIdOf(client)
  if (id === undefined || id === keys.id) return
  throw new Error(
    `this database was begun with the master key ${id}, and the one here is ${keys.id}: ${whatToDo}`,
  )
}

/** A database from before it was noted gets it as well. */
export async function noteKey(client: pg.Client, keys: Keys): Promise<void> {
  if ((await keyIdOf(client)) !== undefined) return
  await client.query(
    `create table if not exists installation (
       is_here boolean primary key default true check (is_here), key_id text not null
     )`,
  )
  await client.query('insert into installation (key_id) values ($1)', [keys.id])
}

const noteOf = (role: string, keys: Keys) => `receivables, master key ${keys.keyIdOfRole(role)}`

/** Logins belong to the server, so what is noted at them is seen from each of its databases. */
export const noteOnRole = (role: string, keys: Keys) =>
  `comment on role ${role} is '${noteOf(role, keys)}'`

interface Login {
  name: string
  note: string | null
  isUsed: boolean
}

/** Logins of another installation are left alone: their passwords are in use. */
export async function refuseOthersLogins(
  client: pg.Client,
  urls: readonly string[],
  keys: Keys,
): Promise<void> {
  const byName = new Map(urls.map((url) => [new URL(url).username, url]))
  const { rows } = await client.query<Login>(
    `select rolname as name, shobj_description(oid, 'pg_authid') as note, exists (
       select 1 from pg_shdepend where refclassid = 'pg_authid'::regclass and refobjid = r.oid
     ) as "isUsed" from pg_roles r where rolname = any ($1) order by 1`,
    [[...byName.keys()]],
  )
  for (const login of rows) {
    if (!(await isOthers(login, byName.get(login.name)!, keys))) continue
    throw new Error(
      `the database role ${login.name} of this server belongs to an installation with another ` +
        `master key than ${keys.id}. If the database is the same, ${whatToDo}. If it is another ` +
        'one, name roles of its own by RECEIVABLES_DATABASE_ROLES',
    )
  }
}

async function isOthers({ name, note, isUsed }: Login, url: string, keys: Keys): Promise<boolean> {
  if (note?.startsWith('receivables, master key ') === true) return note !== noteOf(name, keys)
  // Made by a start from before it was noted, by hand, or left of a database that is gone.
  return isUsed && !(await opens(url))
}

const wrongPassword = '28P01'

async function opens(url: string): Promise<boolean> {
  const client = clientOf(url)
  try {
    await client.connect()
    return true
  } catch (error) {
    return (error as { code?: string }).code !== wrongPassword
  } finally {
    await client.end().catch(() => undefined)
  }
}
