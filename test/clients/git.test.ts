import fs from 'node:fs'
import { mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import git from 'isomorphic-git'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outboxOf, traceOf } from '../access/people.ts'
import {
  commitConfiguration,
  failConfiguration,
} from '../../src/activities/clients/git/commit-configuration.ts'
import { overdue } from '../../src/activities/areas.ts'
import { bareRepositories } from '../../src/ports/git/bare-repositories.ts'
import { bookedClient } from '../support/booked-client.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let root: string

beforeAll(async () => {
  at = await world()
  root = await mkdtemp(join(tmpdir(), 'receivables-git-'))
  at.runtime.git = bareRepositories(root)
  tenant = await tenantIn(at)
})
afterAll(() => at.close())

const connect = (clientId: string, body: object = {}) =>
  tenant.api.put(`/clients/${clientId}/connect-to-git`, body)

const taskOf = (entityId: string) => ({
  runtime: at.runtime,
  tenantId: tenant.id,
  entityId,
  now: at.clock.now,
  workflowId: 'test',
})
const committed = (clientId: string) => commitConfiguration(taskOf(clientId))

const gitdirOf = (name: string) => join(root, tenant.id, `${name}.git`)
const ownName = (clientId: string) => clientId.toLowerCase().replace('.', '-')

async function commitsIn(name: string, ref = 'main') {
  const log = await git.log({ fs, gitdir: gitdirOf(name), ref })
  return log.map(({ oid, commit }) => ({
    oid,
    message: commit.message,
    author: commit.author.name,
  }))
}

async function fileIn(name: string, filepath: string, ref = 'main') {
  const gitdir = gitdirOf(name)
  const oid = await git.resolveRef({ fs, gitdir, ref })
  const { blob } = await git.readBlob({ fs, gitdir, oid, filepath })
  return Buffer.from(blob).toString()
}

const lateOnes = async () => {
  const rows = await at.runtime.across!.query(overdue.commitConfiguration ?? '')
  return rows.rows.map(({ id }: { id: string }) => id)
}

describe('a client that is connected to git', () => {
  test('has its configuration committed once, in one form, without what changes by itself', async () => {
    const clientId = await clientIn(tenant)
    const answer = await connect(clientId)
    expect(answer.body).toEqual({
      clientId,
      repository: ownName(clientId),
      branch: 'main',
      directory: 'clients',
      status: 'WAITING',
      commitId: null,
      committedAt: null,
      failure: null,
    })
    expect(await outboxOf(at, clientId)).toContain('commitConfiguration start')
    expect(await committed(clientId)).toEqual({ status: 'COMMITTED' })
    expect(await committed(clientId)).toEqual({ status: 'COMMITTED' })
    const name = ownName(clientId)
    const [only, ...others] = await commitsIn(name)
    expect(others).toEqual([])
    expect(only!.message).toMatch(/^Configuration of Client \d+ AB\n$/)
    const text = await fileIn(name, `clients/${clientId}.json`)
    const read = JSON.parse(text)
    expect(Object.keys(read)).toEqual(Object.keys(read).toSorted())
    expect(read.client).toMatchObject({ id: clientId, countryCode: 'SE' })
    expect(read.settings.length).toBeGreaterThan(0)
    expect(read.products.length).toBeGreaterThan(0)
    expect(text).not.toMatch(/"(?:version|createdAt|updatedAt|nextNumber|tenantId)"/)
    expect((await tenant.api.get(`/clients/${clientId}/connect-to-git`)).body).toEqual({
      ...answer.body,
      status: 'COMMITTED',
      commitId: only!.oid,
      committedAt: at.clock.now.toISOString(),
    })
    const { events } = await traceOf(at, clientId)
    expect(events.filter((event) => event.startsWith('repository'))).toEqual([
      'repositoryCreated',
      'repositoryUpdated',
    ])
  })

  test('has changes committed together, in the name of who made them', async () => {
    const clientId = await clientIn(tenant)
    await connect(clientId)
    await committed(clientId)
    expect(await lateOnes()).not.toContain(clientId)
    const [before] = await commitsIn(ownName(clientId))
    at.clock.now = new Date(at.clock.now.getTime() + 60_000)
    const kim = await tenant.holding(['UpdateClients'], { name: 'Kim <kim@example.com>' })
    expect((await kim.put(`/clients/${clientId}`, { name: 'Nord Trä AB' })).status).toBe(200)
    await kim.put(`/clients/${clientId}`, { locale: 'sv-FI' })
    expect(await lateOnes()).toContain(clientId)
    await committed(clientId)
    const [after, first] = await commitsIn(ownName(clientId))
    expect(first).toEqual(before)
    expect(after).toMatchObject({
      author: 'Kim  kim@example.com',
      message: 'Configuration of Nord Trä AB\n',
    })
    const file = await fileIn(ownName(clientId), `clients/${clientId}.json`)
    expect(JSON.parse(file).client).toMatchObject({ name: 'Nord Trä AB', locale: 'sv-FI' })
    expect(await lateOnes()).not.toContain(clientId)
  })

  test('tells where it is paid and with which words, and no number of an account', async () => {
    const { id: clientId } = await bookedClient(tenant)
    const text = { clientId, purpose: 'PAYOUT', language: 'sv', template: 'Nu {reference}' }
    await connect(clientId)
    await committed(clientId)
    expect((await tenant.api.post('/client-transfer-text', text)).status).toBe(201)
    expect(await lateOnes()).toContain(clientId)
    await committed(clientId)
    const file = await fileIn(ownName(clientId), `clients/${clientId}.json`)
    const { bankAccounts, bankAccountProfiles, transferTexts } = JSON.parse(file)
    const [account, ...others] = await at.owner(
      'select id, kind, number from client_bank_account where client_id = $1',
      [clientId],
    )
    expect([bankAccounts, others]).toMatchObject([[{ kind: account!['kind'] }], []])
    expect(bankAccountProfiles).toMatchObject([{ clientBankAccountId: bankAccounts[0].id }])
    expect(transferTexts).toMatchObject([{ purpose: 'PAYOUT', template: 'Nu {reference}' }])
    expect(file).not.toContain(String(account!['number']))
  })

  test('is late as well when something of it was taken away', async () => {
    const clientId = await clientIn(tenant)
    const recipients = `/clients/${clientId}/email-recipients`
    const { body } = await tenant.api.post(recipients, {
      email: 'kim@example.com',
      types: ['INVOICE_COPY'],
    })
    expect(body.id).toBeDefined()
    await connect(clientId)
    await committed(clientId)
    expect((await tenant.api.delete(`${recipients}/${body.id}`)).status).toBe(204)
    expect(await lateOnes()).toContain(clientId)
    await committed(clientId)
    expect(await commitsIn(ownName(clientId))).toHaveLength(2)
  })
})

test('a client in git tells by whom it is looked after, unless its own people commit it', async () => {
  const [clientId, bound] = [await clientIn(tenant), await clientIn(tenant)]
  const own = await tenant.holding(['ConnectClientToGit'], { clientId: bound })
  await connect(clientId)
  await own.put(`/clients/${bound}/connect-to-git`, {})
  const group = (await tenant.api.post('/client-groups', { name: 'North' })).body.id
  const other = (await tenant.api.post('/client-groups', { name: 'South' })).body.id
  const sent = { name: 'Norrland Bureau', email: 'kim@bureau.example', phone: '+46 90 12 34 56' }
  const handler = (await tenant.api.post('/client-handlers', sent)).body.id
  for (const id of [clientId, bound]) {
    await committed(id)
    await tenant.api.post(`/client-groups/${group}/clients`, { clientId: id })
    await tenant.api.put(`/client-handlers/${handler}/connect/${id}`)
    expect(await lateOnes()).toContain(id)
    expect(await committed(id)).toEqual({ status: 'COMMITTED' })
    expect(await lateOnes()).not.toContain(id)
  }
  const file = async (id: string) => JSON.parse(await fileIn(ownName(id), `clients/${id}.json`))
  expect(await file(clientId)).toMatchObject({
    groups: [{ id: group, name: 'North' }],
    handlers: [{ id: handler, name: 'Norrland Bureau' }],
  })
  expect(JSON.stringify(await file(clientId))).not.toContain('bureau.example')
  expect(await file(bound)).not.toHaveProperty('groups')
  // One group in the place of another is a change, and so is another name.
  await tenant.api.delete(`/client-groups/${group}/clients/${clientId}`)
  await tenant.api.post(`/client-groups/${other}/clients`, { clientId })
  expect(await lateOnes()).toContain(clientId)
  await committed(clientId)
  await tenant.api.put(`/client-groups/${other}`, { name: 'Far south' })
  expect(await lateOnes()).toContain(clientId)
  await committed(clientId)
  expect((await file(clientId)).groups).toEqual([{ id: other, name: 'Far south' }])
})

describe('the repository of a client', () => {
  test('shares a repository, a branch and a folder with others of its tenant', async () => {
    const [one, two] = [await clientIn(tenant), await clientIn(tenant)]
    const place = { repository: 'shared', branch: 'live/all', directory: 'a/b' }
    for (const clientId of [one, two]) await connect(clientId, place)
    const tries = async (clientId: string): Promise<void> => {
      if ((await committed(clientId)).status === 'AWAY') await tries(clientId)
    }
    await Promise.all([one, two].map(tries))
    expect(await commitsIn('shared', 'live/all')).toHaveLength(2)
    for (const clientId of [one, two]) {
      expect(await fileIn('shared', `a/b/${clientId}.json`, 'live/all')).toContain(clientId)
    }
  })

  test('leads nowhere but into a folder of its tenant', async () => {
    const clientId = await clientIn(tenant)
    for (const body of [
      { repository: '../other' },
      { repository: 'file:///etc' },
      { repository: 'https://git.example/x' },
      { repository: 'a/b' },
      { branch: '../main' },
      { branch: 'a//b' },
      { branch: 'HEAD' },
      { directory: '/etc' },
      { directory: 'a/../b' },
      { directory: '.git' },
    ]) {
      expect((await connect(clientId, body)).status).toBe(400)
    }
    const file = { tenantId: tenant.id, branch: 'main', path: ['x'], content: '', message: 'x' }
    const person = { author: { name: 'x', email: 'x' }, at: new Date() }
    await expect(
      at.runtime.git.commit({ ...file, ...person, repository: '../../x' }),
    ).rejects.toThrow('not the name')
  })
})

describe('a client in git', () => {
  test('is committed no more once it is disconnected', async () => {
    const clientId = await clientIn(tenant)
    await connect(clientId)
    expect((await connect(clientId, { connected: false })).body.status).toBe('DISCONNECTED')
    expect(await committed(clientId)).toEqual({ status: 'NONE' })
    expect(await readdir(join(root, tenant.id))).not.toContain(`${ownName(clientId)}.git`)
    expect(await lateOnes()).not.toContain(clientId)
  })

  test('waits while somebody commits, and not for who has died', async () => {
    const clientId = await clientIn(tenant)
    await connect(clientId)
    await committed(clientId)
    const lock = join(gitdirOf(ownName(clientId)), 'receivables.lock')
    await writeFile(lock, '')
    await tenant.api.put(`/clients/${clientId}`, { name: 'Later AB' })
    expect(await committed(clientId)).toEqual({ status: 'AWAY' })
    const longAgo = new Date(Date.now() - 120_000)
    await utimes(lock, longAgo, longAgo)
    expect(await committed(clientId)).toEqual({ status: 'COMMITTED' })
  })

  test('leaves an errand where it fails, which the next commit settles', async () => {
    const clientId = await clientIn(tenant)
    await connect(clientId)
    const failure = { code: 'INTERNAL', message: 'The disk is full' }
    const failed = await failConfiguration({ ...taskOf(clientId), failure })
    expect(failed.status).toBe('FAILED')
    const errands = () =>
      at.owner('select status, title from system_errand where dedupe_key = $1', [
        `configuration/${clientId}`,
      ])
    expect(await errands()).toMatchObject([{ status: 'OPEN' }])
    expect(await lateOnes()).not.toContain(clientId)
    expect((await connect(clientId)).body).toMatchObject({ status: 'WAITING', failure: null })
    await committed(clientId)
    expect(await errands()).toMatchObject([{ status: 'RESOLVED' }])
  })

  test('stands where the tenant says, and in the way of no other', async () => {
    const [one, two] = [await clientIn(tenant), await clientIn(tenant)]
    const bound = await tenant.holding(['ConnectClientToGit'], { clientId: two })
    const own = (body: object) => bound.put(`/clients/${two}/connect-to-git`, body)
    await connect(one)
    const elsewhere = await own({ repository: ownName(one) })
    expect([elsewhere.status, elsewhere.body.code]).toEqual([403, 'ACCESS_DENIED'])
    expect((await own({ branch: 'own' })).body).toMatchObject({ repository: ownName(two) })
    expect((await own({ connected: false })).body.status).toBe('DISCONNECTED')
    // What the tenant says of it, the client neither moves nor ends.
    await connect(two, { directory: 'reviewed' })
    for (const body of [{ branch: 'elsewhere' }, { directory: 'x' }, { connected: false }]) {
      expect((await own(body)).body.code).toBe('ACCESS_DENIED')
    }
    await connect(one, { repository: 'nested' })
    for (const branch of ['main/x', 'main/x/y']) {
      const nested = await connect(two, { repository: 'nested', branch })
      expect([nested.status, nested.body.code]).toEqual([409, 'BRANCH_NESTED'])
    }
    expect((await connect(two, { repository: 'nested', branch: 'mainly/x' })).status).toBe(200)
    await committed(one)
    await committed(two)
    // The branch that it leaves stays in the repository.
    await connect(one, { repository: 'nested', branch: 'live' })
    expect((await connect(two, { repository: 'nested', branch: 'main/x' })).status).toBe(200)
    expect(await committed(two)).toMatchObject({ status: 'FAILED' })
    expect(await committed(one)).toEqual({ status: 'COMMITTED' })
    const [{ failure } = {}] = await at.owner(
      'select failure from client_repository where client_id = $1',
      [two],
    )
    expect(failure).toContain('a branch main')
  })

  test('is nobody else’s to connect', async () => {
    const clientId = await clientIn(tenant)
    const rights = ['ConnectClientToGit'] as const
    const other = await tenant.holding(rights, { clientId: await clientIn(tenant) })
    const path = `/clients/${clientId}/connect-to-git`
    expect((await other.put(path, {})).status).toBe(404)
    const stranger = await tenantIn(at, 'Other')
    expect((await stranger.api.put(path, {})).status).toBe(404)
  })
})
