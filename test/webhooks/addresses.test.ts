import type { LookupAddress } from 'node:dns'
import { createServer, isIPv6, type AddressInfo, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  isForbiddenAddress,
  refusedForm,
  refusedPlace,
} from '../../src/ports/webhooks/addresses.ts'
import { Poster } from '../../src/ports/webhooks/post.ts'
import { forbidden, publicOnes, spellings } from './address-lists.ts'
import { authority, receiver, type Receiver } from './receiver.ts'
import { soonerThan } from '../support/sooner-than.ts'

const logins = ['https://user@example.com', 'https://user:secret@example.com', 'https://:x@1.1.1.1']
const ports = [1, 21, 22, 25, 53, 80, 110, 143, 444, 993, 2375, 3306, 5432, 6379, 7233, 9200, 10250]
const schemes = ['http', 'ws', 'wss', 'ftp', 'gopher'].map((scheme) => `${scheme}://example.com`)

test('no address that is not public is one to deliver to', () => {
  expect(forbidden.filter((address) => !isForbiddenAddress(address))).toEqual([])
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  expect(own.filter(({ address }) => !isForbiddenAddress(address))).toEqual([])
})

test('public ones are', () => {
  expect(publicOnes.filter(isForbiddenAddress)).toEqual([])
})

const url = (address: string) => `https://${isIPv6(address) ? `[${address}]` : address}/hook`
const valid = forbidden.filter((address) => address !== '' && !address.includes('%'))

const answers = (...addresses: string[]): LookupFunction => {
  return (_, __, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })),
    )
}

describe('at save', () => {
  const poster = new Poster({ lookup: answers('93.184.216.34') })

  test('every address, spelling, login, port and scheme of these is refused', async () => {
    const all = [
      ...valid.map(url),
      ...spellings,
      ...logins,
      ...schemes,
      ...ports.map((port) => `https://example.com:${port}/`),
      'data:text/plain,x',
      'file:///etc/passwd',
      'javascript:0',
      'https://',
      'https://exam\nple.com',
      'https://example.com/\thook',
      'https://example.com/a b',
      'https://example.com\\@93.184.216.34',
      'https:///example.com/',
      'https://@example.com/',
      'https://:@example.com/',
      'https:example.com',
      'https://*.example.com/',
      'https://-.example.com/',
      'https://example..com/',
      `https://${'a'.repeat(64)}.example.com/`,
      `https://${'a.'.repeat(126)}com/`,
      'nothing',
      '',
    ]
    const taken: string[] = []
    for (const address of all) {
      if ((await poster.refusal(address)) === undefined) taken.push(address)
    }
    expect(taken).toEqual([])
  })

  test('the variable that lifts the guard is named only where it would help', async () => {
    const variable = /; RECEIVABLES_WEBHOOK_ALLOWED_HOSTS would have to name it$/
    for (const address of [
      'https://localhost:9443',
      'https://10.0.0.1',
      'https://example.com:22',
    ]) {
      expect(await poster.refusal(address)).toMatch(variable)
    }
    const named = new Poster({ lookup: answers('10.0.0.1') })
    expect(await named.refusal('https://a.example')).toMatch(variable)
    for (const address of ['http://localhost:9443', 'https://a:b@10.0.0.1', 'nothing']) {
      expect(await poster.refusal(address)).not.toMatch(variable)
    }
  })

  test('public ones are taken', async () => {
    const all = [
      ...publicOnes.map(url),
      'https://example.com',
      'https://example.com.',
      'https://example.com:8443/a?b=c#d',
      'https://hooks.example.com:3000',
      'https://bücher.example',
      'https://localhost.example',
    ]
    const refused: unknown[] = []
    for (const address of all) {
      const reason = await poster.refusal(address)
      if (reason !== undefined) refused.push([address, reason])
    }
    expect(refused).toEqual([])
  })

  test.each([
    [['10.0.0.1'], false],
    [['93.184.216.34', '127.0.0.1'], false],
    [['93.184.216.34', '::1'], false],
    [['2606:4700:4700::1111'], true],
    [[], false],
  ] as [string[], boolean][])('a name at %j is taken: %s', async (addresses, taken) => {
    const reason = await new Poster({ lookup: answers(...addresses) }).refusal('https://a.example')
    expect(reason === undefined).toBe(taken)
  })

  test('a name that nobody answers for, or nobody yet, is taken', async () => {
    const failing: LookupFunction = (_, __, callback) => callback(new Error('ENOTFOUND'), [])
    expect(await new Poster({ lookup: failing }).refusal('https://a.example')).toBeUndefined()
    const silent = new Poster({ lookup: () => undefined })
    expect(await soonerThan(1_500, silent.refusal('https://a.example'))).toBeUndefined()
  })

  test('the variable lifts the guard for its host and port, and nothing else', async () => {
    const poster = new Poster({ allowedHosts: new Set(['localhost:22', '[::1]:8443', '::1:8443']) })
    expect(await poster.refusal('https://localhost:22/')).toBeUndefined()
    expect(await poster.refusal('https://localhost:23/')).toBeDefined()
    expect(await poster.refusal('http://localhost:22/')).toBeDefined()
    expect(await poster.refusal('https://a:b@localhost:22/')).toBeDefined()
    expect(await poster.refusal('https://127.0.0.1:22/')).toBeDefined()
  })
})

describe('at connect', () => {
  let target: Receiver
  let port: number
  let connections = 0
  // Whoever connects to this machine, at whatever address, is seen here.
  const trap = createServer((socket) => {
    connections++
    socket.destroy()
  })

  beforeAll(async () => {
    target = await receiver(200)
    await new Promise<void>((resolve) => trap.listen(0, '::', resolve))
    port = (trap.address() as AddressInfo).port
  })
  afterAll(async () => {
    await target.close()
    await new Promise((resolve) => trap.close(resolve))
  })

  async function posted(address: string, lookup?: LookupFunction, allowed: string[] = []) {
    const poster = new Poster({
      ca: authority,
      allowedHosts: new Set(allowed),
      ...(lookup !== undefined && { lookup }),
    })
    const outcome = await poster.post('tenant', address, {}, '{}')
    await poster.close()
    return outcome
  }

  test('every address and spelling of these is refused, and nothing is connected to', async () => {
    const all = [...valid.map(url), ...spellings].map((address) => {
      const at = new URL(address)
      at.port = String(port)
      return at.href
    })
    const outcomes = await Promise.all(all.map((address) => posted(address)))
    for (const { status, error } of outcomes) {
      expect(status).toBeNull()
      expect(error).toMatch(/is not a public one|is not one for webhooks|No host can/)
    }
    expect(connections).toBe(0)
  })

  test('a name that leads to one of them is refused, also beside a public one', async () => {
    for (const addresses of [
      ...valid.filter((address) => isForbiddenAddress(address)).map((address) => [address]),
      ['93.184.216.34', '127.0.0.1'],
      ['::ffff:127.0.0.1', '93.184.216.34'],
    ]) {
      const { error } = await posted(`https://a.example:${port}/`, answers(...addresses))
      expect(error).toBe('The host is not at a public address')
    }
    expect(connections).toBe(0)
  })

  test('a name that is moved after it was saved is refused when it is connected to', async () => {
    const given = ['93.184.216.34', '127.0.0.1']
    const asked: LookupAddress[] = []
    const rebinding: LookupFunction = (_, __, callback) => {
      const found = { address: given.shift() ?? '127.0.0.1', family: 4 }
      asked.push(found)
      callback(null, [found])
    }
    const poster = new Poster({ lookup: rebinding, ca: authority })
    expect(await poster.refusal(`https://a.example:${port}/`)).toBeUndefined()
    const { error } = await poster.post('tenant', `https://a.example:${port}/`, {}, '{}')
    expect(error).toBe('The host is not at a public address')
    expect(asked).toHaveLength(2)
    expect(connections).toBe(0)
    await poster.close()
  })

  test('one that was kept open for another tenant is not used', async () => {
    const poster = new Poster({ ca: authority, allowedHosts: new Set([target.host]) })
    for (const tenant of ['a', 'a', 'b', 'a']) {
      expect((await poster.post(tenant, target.url, {}, '{}')).status).toBe(200)
      // A connection is free again a turn after its answer.
      await setImmediate()
    }
    expect(target.connections()).toBe(2)
    await poster.close()
  })
})

test('form and address show what is wrong', () => {
  expect(refusedForm(new URL('http://a.example'))).toMatch(/https/)
  expect(refusedPlace(new URL('https://a.example:5432'))).toMatch(/Port 5432/)
})
