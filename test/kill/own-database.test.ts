import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  discardPostgres,
  startPostgres,
  type EmbeddedPostgres,
} from '../../src/embedded/postgres.ts'
import { filesBeside } from '../../src/embedded/postgres-data.ts'
import { withClient } from '../../src/ports/database/connect.ts'
import { commandLine, ran } from '../support/command.ts'
import { together, type Installation } from './installation.ts'
import { say } from './say.ts'
import { activate, clientAt, expectActivatedOnce, invoiceAt, untilActivated } from './trade.ts'

// A PostgreSQL of one's own, whose owner for us is no superuser, is backed up as the guide to
// operations says: by its own means, a base backup and its log. Restored to a moment beside an
// empty Temporal, what was open then comes to its end, and all balances are right.

const minute = 60_000
const database = 'receivables'
const owner = { name: 'receivables_owner', password: 'a password of this test' }
let folder: string
let wal: string
const servers: { dataDir: string; server: EmbeddedPostgres }[] = []
const open: Installation[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'receivables-own-'))
  wal = join(folder, 'wal')
  mkdirSync(wal)
  // The user that PostgreSQL runs as where we are root has to come to it.
  chmodSync(folder, 0o755)
  chmodSync(wal, 0o777)
})
afterAll(async () => {
  for (const at of open) await at.close()
  for (const { dataDir, server } of servers) {
    await server.stop()
    discardPostgres(dataDir)
  }
  rmSync(folder, { recursive: true, force: true })
})

async function runs(name: string): Promise<EmbeddedPostgres> {
  const dataDir = join(folder, name)
  const server = await startPostgres({ dataDir, durable: true, progress: () => undefined })
  servers.push({ dataDir, server })
  return server
}

const urlOf = ({ port }: EmbeddedPostgres) =>
  `postgresql://${owner.name}:${encodeURIComponent(owner.password)}@127.0.0.1:${port}/${database}`

/** As its operator has it: an owner that makes logins, and a log that is kept. */
async function furnished(server: EmbeddedPostgres): Promise<void> {
  await withClient(server.url('postgres'), async (client) => {
    await client.query(`create role ${owner.name} login createrole password '${owner.password}'`)
    await client.query(`create database ${database} owner ${owner.name}`)
    await client.query(`alter system set archive_command = 'cp %p ${wal}/%f'`)
    await client.query('select pg_reload_conf()')
  })
}

/** What pg_basebackup does, by the statements that the manual of PostgreSQL has for it. */
async function basedOn(server: EmbeddedPostgres, target: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url('postgres') })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('own', fast => true)`)
    const { rows } = await client.query<{ dir: string }>(
      `select current_setting('data_directory') as dir`,
    )
    const { dir } = rows[0]!
    cpSync(dir, target, {
      recursive: true,
      filter: (from) => !/\/(?:pg_wal\/.+|pg_replslot\/.+|postmaster\.(?:pid|opts))$/.test(from),
    })
    const { rows: ended } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => true)',
    )
    writeFileSync(join(target, 'backup_label'), ended[0]!.labelfile)
  } finally {
    await client.end()
  }
}

async function restoredTo(base: string, moment: Date): Promise<EmbeddedPostgres> {
  const dataDir = join(folder, 'restored')
  cpSync(base, dataDir, { recursive: true })
  chmodSync(dataDir, 0o700)
  copyFileSync(filesBeside(join(folder, 'own')).password, filesBeside(dataDir).password)
  const until = moment.toISOString().replace('T', ' ').replace('Z', '+00')
  const settings = [
    `archive_command = 'true'`,
    `restore_command = 'cp "${wal}/%f" "%p"'`,
    `recovery_target_time = '${until}'`,
    `recovery_target_action = 'promote'`,
  ]
  appendFileSync(join(dataDir, 'postgresql.auto.conf'), `${settings.join('\n')}\n`)
  writeFileSync(join(dataDir, 'recovery.signal'), '')
  const server = await runs('restored')
  await expect
    .poll(() =>
      withClient(server.url('postgres'), async (client) => {
        const { rows } = await client.query<{ is: boolean }>('select pg_is_in_recovery() as is')
        return rows[0]?.is
      }),
    )
    .toBe(false)
  return server
}

async function started(server: EmbeddedPostgres, dir?: string): Promise<Installation> {
  const at = await together({ DATABASE_URL: urlOf(server), RECEIVABLES_DEMO: 'on' }, dir)
  open.push(at)
  await at.ready(2 * minute)
  // Row level security binds its owner too; who looks across tenants is the operator of the server.
  const rows: Installation['rows'] = (text, values = []) =>
    withClient(server.url(database), async (client) => (await client.query(text, values)).rows)
  return { ...at, rows }
}

test(
  'a database of one’s own is restored to a moment, and all that was open then goes on',
  async () => {
    const own = await runs('own')
    await furnished(own)
    const source = await started(own)
    const [role] = await source.rows(
      'select rolsuper, rolbypassrls from pg_roles where rolname = $1',
      [owner.name],
    )
    expect(role).toEqual({ rolsuper: false, rolbypassrls: false })
    const refused = await ran([commandLine, 'backup', join(folder, 'ours')], {
      env: { ...process.env, DATABASE_URL: urlOf(own), RECEIVABLES_DATA_DIR: source.dir },
    })
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('OPERATIONS-GUIDE.md') })

    const clientId = await clientAt(source)
    const before = [await invoiceAt(source, clientId), await invoiceAt(source, clientId)]
    for (const id of before) await activate(source, id)
    await untilActivated(source, before, minute)
    const base = join(folder, 'base')
    await basedOn(own, base)
    say('backed up')

    // All of this is in the log alone.
    const after = await Promise.all(Array.from({ length: 6 }, () => invoiceAt(source, clientId)))
    await Promise.all(after.map((id) => activate(source, id)))
    const [{ now: moment } = { now: new Date(NaN) }] = await source.rows<{ now: Date }>(
      'select clock_timestamp() as now',
    )
    const later = await invoiceAt(source, clientId)
    await withClient(own.url('postgres'), (client) => client.query('select pg_switch_wal()'))
    const restoredDir = mkdtempSync(join(tmpdir(), 'receivables-restored-'))
    for (const file of ['master-key', 'demo.json']) {
      copyFileSync(join(source.dir, file), join(restoredDir, file))
    }
    await source.close()
    open.length = 0
    await own.stop()
    say('the first one is gone')

    const restored = await restoredTo(base, moment)
    const at = await started(restored, restoredDir)
    say('the restored one runs')
    expect((await at.call('GET', `/invoices/${later}`)).status).toBe(404)
    // Two minutes without a step, and the reconciler begins again what its engine lost.
    await at.rows(
      `update invoice_activation set updated_at = updated_at - interval '2 minutes'
       where status <> 'DONE'`,
    )
    await untilActivated(at, [...before, ...after], 3 * minute)
    await expectActivatedOnce(at, [...before, ...after])
    const verified = await ran([commandLine, 'verify'], {
      env: { ...process.env, DATABASE_URL: urlOf(restored), RECEIVABLES_DATA_DIR: restoredDir },
    })
    expect(verified, verified.out + verified.said).toMatchObject({ code: 0 })
    expect(verified.out).toContain(at.facts().tenantId)
  },
  10 * minute,
)
