import { exampleId } from '../../src/entities/ids.ts'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { broughtUp } from '../../src/install/migrate.ts'
import { personIn } from '../access/people.ts'
import { commandLine, leadingTo, ran, type Ran } from '../support/command.ts'
import { apiAs, tenantIn, world, type World } from '../support/world.ts'

// The command line as one types it, on the database of this file.
const nobody = exampleId('Tenant')

let at: World

beforeAll(async () => {
  at = await world()
})
afterAll(() => at.close())

const run = (...words: string[]): Promise<Ran> => ran(words, { env: leadingTo(at) })
const receivables = (...words: string[]) => run(commandLine, ...words)

test('a tenant is made with its first token, which lets its administrator in', async () => {
  const { code, out } = await receivables(
    'tenant',
    'create',
    '--name',
    'Nordlund',
    '--sandbox',
    '--json',
  )
  expect(code).toBe(0)
  const { tenantId, token } = JSON.parse(out)
  const [row] = await at.owner('select name, sandbox from tenant where tenant_id = $1', [tenantId])
  expect(row).toEqual({ name: 'Nordlund', sandbox: true })
  expect((await apiAs(at, token).get('/roles')).body.data.length).toBeGreaterThan(5)
})

test('tenants are listed, and a lost token is made anew, by roles or for everything', async () => {
  const tenant = await tenantIn(at, 'Lost its token')
  const listed = JSON.parse((await receivables('tenant', 'list', '--json')).out)
  expect(listed).toContainEqual({
    tenantId: tenant.id,
    name: expect.stringContaining('Lost its token'),
    sandbox: true,
    timeZone: 'Europe/Stockholm',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  })
  expect((await receivables('tenant', 'list')).out).toContain(`${tenant.id}  `)

  const create = (...words: string[]) => {
    return receivables('token', 'create', '--tenant', tenant.id, '--name', 'Found', ...words)
  }
  const { code, out } = await create('--super-user', '--days', '3', '--json')
  expect(code).toBe(0)
  const { token, expiresAt } = JSON.parse(out)
  const days = (Date.parse(expiresAt) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(2.9)
  expect(days).toBeLessThan(3.1)
  const api = apiAs(at, token)
  const role = { name: 'Reads roles', description: '', rights: ['ReadRoles'] }
  expect((await api.post('/roles', role)).status).toBe(201)

  const narrow = JSON.parse((await create('--role', 'Reads roles', '--json')).out)
  expect((await apiAs(at, narrow.token).get('/roles')).status).toBe(200)
  expect((await apiAs(at, narrow.token).get('/users')).status).toBe(403)

  const unknown = { code: 1, said: expect.stringContaining('there is no role Nobody; there are') }
  expect(await create('--role', 'Nobody')).toMatchObject(unknown)
  expect(await create()).toMatchObject({ code: 1, said: expect.stringContaining('--super-user') })
  expect((await create('--super-user', '--days', '366')).code).toBe(1)
})

test('the schema is brought up apart from a start, and one of a later version is refused', async () => {
  const now = { code: 0, out: 'nothing waits\n' }
  expect(await receivables('migrate', '--list')).toMatchObject(now)
  expect(await receivables('migrate')).toMatchObject({ code: 0, out: 'nothing waited\n' })
  await at.owner(`insert into migration (name) values ('2999-01-01T00-00_of_later')`, [])
  try {
    const later = expect.stringContaining('a later version, which knows 2999-01-01T00-00_of_later')
    expect(await receivables('migrate')).toMatchObject({ code: 1, said: later })
    expect(await receivables('verify')).toMatchObject({ code: 1, said: later })
  } finally {
    await at.owner(`delete from migration where name like '2999%'`, [])
  }
})

test('a start that changes no schema waits until somebody has brought it up', async () => {
  const [last] = await at.owner('select name from migration order by name desc limit 1', [])
  await at.owner('delete from migration where name = $1', [last?.['name']])
  const said: string[] = []
  const waiting = broughtUp(at.installed.ownerUrl, (line) => said.push(line))
  await expect.poll(() => said).toEqual([expect.stringContaining('has applied 1 migration')])
  await at.owner('insert into migration (name) values ($1)', [last?.['name']])
  await waiting
})

test('what is not as it should be is told, with what to do', async () => {
  const looked = async () => {
    const { code, out } = await receivables('doctor', '--json')
    const { isWell, looked: all } = JSON.parse(out)
    const ill = all.filter(({ fault }: { fault?: string }) => fault !== undefined)
    return [code, isWell, ill.map(({ what }: { what: string }) => what)]
  }
  // In tests nobody works in the background, and there is no engine.
  const nobody = ['a worker', 'a relay', 'Temporal']
  expect(await looked()).toEqual([1, false, nobody])
  await at.owner(
    `insert into part_seen (id, part, seen_at) select p, p, now() + interval '1 minute'
     from unnest(array['worker', 'relay']) p`,
    [],
  )
  await at.owner(`insert into migration (name) values ('2999-01-01T00-00_of_later')`, [])
  try {
    expect(await looked()).toEqual([1, false, ['the schema', 'Temporal']])
    const { out } = await receivables('doctor')
    expect(out).toContain('  ILL   the schema: a later version brought it up\n        npx')
    expect(out).toContain('  well  a relay\n')
  } finally {
    await at.owner(`delete from migration where name like '2999%'`, [])
    await at.owner('delete from part_seen', [])
  }
})

test('it says which version it is', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(await receivables('--version')).toMatchObject({ code: 0, out: `${version}\n` })
})

test('a tenant has a workflow made of every delivery, or only of those that fail at first', async () => {
  const { id } = await tenantIn(at)
  const choose = (...words: string[]) => receivables('tenant', 'webhooks', id, ...words)
  expect(await choose()).toMatchObject({ code: 0, out: 'workflows  on-failure\n' })
  const chosen = await choose('--workflows', 'always')
  expect(chosen).toMatchObject({ code: 0, out: 'workflows  always\n' })
  const kept = 'select webhook_workflows as is from tenant where tenant_id = $1'
  expect(await at.owner(kept, [id])).toEqual([{ is: 'ALWAYS' }])
  const trail = `select changes from changelog where tenant_id = $1 and action = 'UPDATED'`
  expect(await at.owner(trail, [id])).toMatchObject([
    { changes: { webhookWorkflows: { from: 'ON_FAILURE', to: 'ALWAYS' } } },
  ])
  expect((await choose('--workflows', 'on-failure')).out).toBe('workflows  on-failure\n')
  expect((await choose('--workflows', 'never')).code).toBe(1)
  const unknown = await receivables('tenant', 'webhooks', nobody)
  expect(unknown).toMatchObject({ code: 1, said: expect.stringContaining(`no tenant ${nobody}`) })
})

test('a super-user whom nobody reaches is ended, so that the one who is left can go on', async () => {
  const tenant = await tenantIn(at, 'Left', {})
  const other = await personIn(at, tenant)
  const person = await personIn(at, tenant, { superUser: true })
  const promote = () => person.api.put(`/users/${other.id}/toggle-super-user`, { superUser: true })
  expect((await promote()).status).toBe(202)
  const [lost] = await at.owner(
    'select id_text(id) as id from token where tenant_id = $1 and super_user',
    [tenant.id],
  )
  const end = (id: string) => receivables('tenant', 'end-super-user', tenant.id, id)
  expect((await end(String(lost?.['id']))).code).toBe(0)
  expect((await tenant.api.get('/users')).status).toBe(401)
  expect((await promote()).status).toBe(200)
  expect((await end(person.id)).code).toBe(0)
  const last = await end(other.id)
  expect(last).toMatchObject({
    code: 1,
    said: expect.stringContaining('last active administrator'),
  })
  const absent = await end(person.id)
  expect(absent).toMatchObject({ code: 1, said: expect.stringContaining('has no super-user') })
})

test('what cannot be is said plainly', async () => {
  const wrong = await receivables('tenant', 'create', '--name', 'x', '--time-zone', 'Nowhere/Else')
  expect(wrong).toMatchObject({ code: 1, said: expect.stringContaining('no time zone') })
  expect((await receivables('tenant', 'create')).code).toBe(1)
})

test('it is explained who may do what, through which role, and what is missing', async () => {
  const tenant = await tenantIn(at)
  const role = await tenant.api.post('/roles', {
    name: 'Bookkeeper',
    description: '',
    rights: ['ReadReasonCodes'],
  })
  const minted = await tenant.api.post('/token/generate', { roleIds: [role.body.id] })
  const { token } = minted.body
  const may = await receivables('rights', 'explain', token, 'GET', '/reason-code')
  expect(may.code).toBe(0)
  expect(may.out).toContain('by right ReadReasonCodes of role Bookkeeper')
  const mayNot = await receivables('rights', 'explain', token, 'DELETE', '/roles/RO1')
  expect(mayNot.code).toBe(3)
  expect(mayNot.out).toContain('lacks DeleteRole')
  const all = await receivables('rights', 'explain', tenant.api.token, 'DELETE', '/roles/RO1')
  expect(all.out).toContain('is super-user')
})

test('an operation is found by a concrete path, and an environment variable by its name', async () => {
  const found = await receivables('where', 'PUT', '/users/U1/toggle')
  expect(found.out).toMatch(/ToggleUsers +toggleUser +src\/api\/access\/users\/\S+:\d+/)
  expect((await receivables('environment')).out).toContain('RECEIVABLES_MASTER_KEY')
})

test('the start says what it takes, and what it does not', async () => {
  expect(await run('src/main.ts', '--help')).toMatchObject({
    code: 0,
    out: expect.stringContaining('--role api|worker|relay|all'),
  })
  for (const wrong of [['--role', 'everything'], ['--rôle'], ['api']]) {
    const { code, out, said } = await run('src/main.ts', ...wrong)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(said).toContain('Usage: npm start')
    expect(said).not.toContain('    at ')
  }
})

test.each([
  ['jobs'],
  ['jobs', 'run', 'invoice.due'],
  ['jobs', 'history'],
  ['jobs', 'schedules'],
  ['verify'],
  ['tenant', 'webhooks', nobody],
  ['rights', 'explain', 'somebody', 'GET', '/roles'],
])('in a folder without a platform nothing is made by %s %s', async (...words) => {
  const parent = mkdtempSync(join(tmpdir(), 'receivables-none-'))
  const { DATABASE_URL: _, TEMPORAL_ADDRESS: __, ...elsewhere } = process.env
  const folder = join(parent, 'data')
  const env = { ...elsewhere, RECEIVABLES_DATA_DIR: folder }
  try {
    const main = join(import.meta.dirname, '../../src/cli/main.ts')
    const { code, said } = await ran([main, ...words], { env, cwd: parent })
    expect([code, said]).toEqual([1, expect.stringContaining(`there is no platform in ${folder}`)])
    expect(readdirSync(parent)).toEqual([])
  } finally {
    rmSync(parent, { recursive: true })
  }
})

test('rates that are likely slips are loaded by those who say that they are meant', async () => {
  const { id } = await tenantIn(at)
  const dir = mkdtempSync(join(tmpdir(), 'receivables-rates-'))
  const file = join(dir, 'rates.xml')
  const days = ['2026-11-24', '2026-11-25', '2026-11-26']
  const rates = ['11.20', '1120', '11.25']
  const cubes = days.map(
    (day, at) => `<Cube time="${day}"><Cube currency="SEK" rate="${rates[at]}"/></Cube>`,
  )
  writeFileSync(file, `<Envelope>${cubes.join('')}</Envelope>`)
  const loaded = () =>
    at.owner('select rate::float from exchange_rate where tenant_id = $1 order by date', [id])
  const refused = await receivables('rates', 'load', file, '--tenant', id)
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.said).toContain('1120 SEK for a EUR on 2026-11-25 after 11.20; say --meant')
  expect(await loaded()).toEqual([])
  const meant = await receivables('rates', 'load', file, '--tenant', id, '--meant')
  expect(meant).toMatchObject({ code: 0 })
  expect((await loaded()).map(({ rate }) => rate)).toEqual([11.2, 1120, 11.25])
  rmSync(dir, { recursive: true })
})
