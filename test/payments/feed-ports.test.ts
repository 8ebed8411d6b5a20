import { mkdir, mkdtemp, readdir, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bankFeedPorts } from '../../src/ports/banks/feeds/bank-feed-ports.ts'
import type { BankFeedPort, FeedTarget } from '../../src/ports/banks/feeds/feed.ts'
import { saidOf, visitFeed } from '../../src/ports/banks/feeds/visit.ts'
import type { Arrived } from '../../src/ports/documents/arrived.ts'
import { held, password, sftpServer, type SftpServer } from './feeds.ts'

let root: string
let server: SftpServer

const tenantId = 'TN01'
const folder = 'statements'
/** Where both kinds of feed find the same files. */
const place = (...names: string[]) => join(root, tenantId, folder, ...names)

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'receivables-feeds-'))
  server = await sftpServer(join(root, tenantId))
})
afterAll(async () => {
  await server.close()
  await rm(root, { recursive: true })
})
beforeEach(() => mkdir(place(), { recursive: true }))
afterEach(async () => {
  server.manner = 'good'
  await rm(place(), { recursive: true, force: true })
})

const minutesAgo = (n: number) => new Date(Date.now() - n * 60_000)

async function dropped(name: string, text: string, written = minutesAgo(5)): Promise<void> {
  await writeFile(place(name), text)
  await utimes(place(name), written, written)
}

const ports = () => bankFeedPorts(root, { allowedHosts: new Set([`127.0.0.1:${server.port}`]) })
const none = { host: null, port: null, username: null, hostKey: null, credentials: null }
const inFolder: FeedTarget = { tenantId, folder, ...none }
const onServer = (): FeedTarget => ({
  tenantId,
  folder,
  host: '127.0.0.1',
  port: server.port,
  username: 'nordlund',
  hostKey: server.hostKey,
  credentials: { password },
})
const never = () => new AbortController().signal
const noWait = async () => undefined

/** What any way to a bank's files has to keep to. */
describe.each([
  ['FOLDER', () => [ports().FOLDER, inFolder]],
  ['SFTP', () => [ports().SFTP, onServer()]],
] as [string, () => [BankFeedPort, FeedTarget]][])('%s', (_, given) => {
  const visit = (waiting: Parameters<typeof visitFeed>[2] = [], wait = noWait) =>
    visitFeed(...given(), waiting, held, wait)

  test('shows finished files alone, the oldest first', async () => {
    await dropped('b.xml', 'B', minutesAgo(9))
    await dropped('a.xml', 'A', minutesAgo(7))
    await dropped('.hidden', 'H')
    await dropped('c.xml.part', 'C')
    await mkdir(place('done'))
    await writeFile(join(root, 'outside.xml'), 'X')
    await symlink(join(root, 'outside.xml'), place('link.xml'))
    const [port, target] = given()
    const feed = await port.open(target, never())
    expect((await feed.list()).map(({ name }) => name).toSorted()).toEqual(['a.xml', 'b.xml'])
    feed.close()
    const { found } = await visit()
    expect(found).toMatchObject({ name: 'b.xml', size: 1, bytes: { begun: Buffer.from('B') } })
  })

  test('reads a file of many pieces to its last byte', async () => {
    const text = Array.from({ length: 70_000 }, (_, n) => `${n};`).join('')
    await dropped('large.csv', text)
    const { found } = await visit()
    const { begun } = (found as { bytes: Arrived }).bytes
    expect(Buffer.from(begun).equals(Buffer.from(text))).toBe(true)
  })

  test('moves what was taken, once, and finds what is gone gone', async () => {
    await dropped('a.xml', 'A')
    const { found } = await visit()
    const moved = { ...found!, into: 'done', as: '1234-a.xml' } as const
    for (let time = 1; time <= 2; time++) {
      const { settled, stuck, found: next } = await visit([moved])
      expect({ settled, stuck, next }).toEqual({ settled: ['a.xml'], stuck: [], next: null })
      expect(await readdir(place())).toEqual(['done'])
      expect(await readdir(place('done'))).toEqual(['1234-a.xml'])
    }
  })

  test('leaves a file that was written anew before it was moved, and takes it again', async () => {
    await dropped('a.xml', 'A')
    const { found } = await visit()
    await dropped('a.xml', 'AA', minutesAgo(4))
    const again = await visit([{ ...found!, into: 'done', as: '1234-a.xml' }])
    expect(again.found).toMatchObject({ name: 'a.xml', bytes: { begun: Buffer.from('AA') } })
  })

  test('waits for a file that was just written, and leaves it while it grows', async () => {
    await dropped('young.xml', 'Y', new Date())
    const waited: number[] = []
    const grown = await visit([], async (...[ms]: unknown[]) => {
      waited.push(ms as number)
      await dropped('young.xml', 'YY', new Date())
    })
    expect({ waited, found: grown.found }).toEqual({ waited: [30_000], found: null })
    const { found } = await visit()
    expect(found).toMatchObject({ name: 'young.xml', bytes: { begun: Buffer.from('YY') } })
  })

  test('does not read what is larger than any file may be', async () => {
    await dropped('huge.xml', '')
    await truncate(place('huge.xml'), 40 * 1024 ** 3)
    await utimes(place('huge.xml'), minutesAgo(5), minutesAgo(5))
    const { found } = await visit()
    expect(found).toMatchObject({ name: 'huge.xml', fault: 'It is larger than 1 GiB' })
  })
})

const refusal = (work: Promise<unknown>) => work.then(() => 'none', saidOf)

describe('a folder', () => {
  test.each(['../other', '..', '/etc', 'a/../../b', '', 'a b'])('%j is none', async (name) => {
    const opened = ports().FOLDER.open({ ...inFolder, folder: name }, never())
    expect(await refusal(opened)).toBe('that is not the name of a folder')
  })

  test('that leads out of that of its tenant is not opened', async () => {
    await mkdir(join(root, 'TN02', 'theirs'), { recursive: true })
    await symlink(join(root, 'TN02', 'theirs'), join(root, tenantId, 'mine'))
    const opened = ports().FOLDER.open({ ...inFolder, folder: 'mine' }, never())
    expect(await refusal(opened)).toBe('the folder leads elsewhere')
  })
})

describe('a server', () => {
  const opened = (more: Partial<FeedTarget> = {}, stopped = never()) =>
    refusal(ports().SFTP.open({ ...onServer(), ...more }, stopped))

  test('with another key is told nothing', async () => {
    const hostKey = `SHA256:${'A'.repeat(43)}`
    expect(await opened({ hostKey })).toBe('The server has another key than the one agreed')
  })

  test('that does not know the password says so', async () => {
    const said = await opened({ credentials: { password: 'wrong' } })
    expect(said).toBe('All configured authentication methods failed')
  })

  test.each([
    ['127.0.0.1', 'The address is not a public one'],
    ['10.0.0.7', 'The address is not a public one'],
    ['::1', 'The address is not a public one'],
    ['localhost', 'The host is not a public one'],
    ['bank.internal', 'The host is not a public one'],
  ])('at %s is not reached unless it is allowed', async (host, reason) => {
    const said = await refusal(
      bankFeedPorts(root, { allowedHosts: new Set() }).SFTP.open({ ...onServer(), host }, never()),
    )
    expect(said).toBe(`${reason}; RECEIVABLES_WEBHOOK_ALLOWED_HOSTS would have to name it`)
  })

  test('whose name has an address that is not public is not reached', async () => {
    const lookup = ((_name, _options, answered) =>
      answered(null, [
        { address: '9.9.9.9', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ])) as NonNullable<Parameters<typeof bankFeedPorts>[1]['lookup']>
    const ofName = bankFeedPorts(root, { allowedHosts: new Set(), lookup })
    const said = await refusal(
      ofName.SFTP.open({ ...onServer(), host: 'sftp.bank.example' }, never()),
    )
    expect(said).toBe('The host is not at a public address')
  })

  test('that hangs is left at the deadline', async () => {
    server.manner = 'silent'
    const stopped = AbortSignal.timeout(1_500)
    const feed = await ports().SFTP.open(onServer(), stopped)
    expect(await refusal(feed.list())).toBe('The server took too long')
  })

  test('whose folder has no end is left after ten thousand names', async () => {
    server.manner = 'endless'
    const feed = await ports().SFTP.open(onServer(), never())
    expect(await feed.list()).toHaveLength(10_000)
    feed.close()
  })

  test('that says a wrong size gives nothing', async () => {
    await dropped('a.xml', 'A')
    server.manner = 'lying'
    const { found, unread } = await visitFeed(ports().SFTP, onServer(), [], held, noWait)
    expect({ found, unread }).toEqual({ found: null, unread: [] })
  })
})
