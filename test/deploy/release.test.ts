import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BillOfMaterials } from '../../src/install/release/bill-of-materials.ts'
import { findOnPath } from '../../src/embedded/find-on-path.ts'
import { makeRelease } from '../../src/install/release/make.ts'
import { root } from '../steps.ts'

// A checkout with what a release reads of ours, so that it is made of a commit and not of our work.
const dir = mkdtempSync(join(tmpdir(), 'receivables-release-'))
const checkout = join(dir, 'checkout')
const copied = ['package.json', 'package-lock.json', 'temporal', 'LICENSE', 'deploy']

const run = (program: string, args: readonly string[], cwd = checkout) =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: 'pipe' })
const author = ['-c', 'user.name=Release', '-c', 'user.email=release@example.test']
const git = (...args: string[]) => run('git', [...author, ...args])
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(checkout, path)), { recursive: true })
  writeFileSync(join(checkout, path), text)
}
const made = (name: string, key?: string) => makeRelease(checkout, join(dir, name), key)
const read = (of: { dir: string }, name: string) => readFileSync(join(of.dir, name))

beforeAll(() => {
  mkdirSync(checkout)
  for (const path of copied) cpSync(join(root, path), join(checkout, path), { recursive: true })
  write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n')
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Begin')
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

test('nothing is released that could not be made again, or has not been told', async () => {
  await expect(made('none')).rejects.toThrow('git tag v0.1.0')
  git('tag', 'v0.1.0')
  await expect(made('none')).rejects.toThrow('"## 0.1.0"')
  write('CHANGELOG.md', '# Changelog\n\n## 0.1.0 (2026-11-27)\n')
  await expect(made('none')).rejects.toThrow('no commit has')
  git('commit', '--quiet', '--all', '--message', 'Tell')
  await expect(made('none')).rejects.toThrow('git tag v0.1.0')
  git('tag', '--force', 'v0.1.0')
  await expect(made('none')).rejects.toThrow('npm run histories')
  write('test/histories/0.1.0/path.json', '{}\n')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Record')
  git('tag', '--force', 'v0.1.0')
})

test('a release made twice is the same, and has the sources of its tag', async () => {
  const [one, two] = [await made('one'), await made('two')]
  expect(one.files).toEqual([
    'receivables-0.1.0.tar.gz',
    'receivables-0.1.0.cdx.json',
    'receivables-0.1.0.intoto.json',
    'SHA256SUMS',
  ])
  for (const name of one.files) expect(read(one, name).equals(read(two, name)), name).toBe(true)
  expect(run('sha256sum', ['--check', 'SHA256SUMS'], one.dir).match(/: OK$/gm)).toHaveLength(3)
  run('tar', ['--extract', '--file', 'receivables-0.1.0.tar.gz'], one.dir)
  const unpacked = join(one.dir, 'receivables-0.1.0')
  const listed = git('ls-files').split('\n').filter(Boolean)
  for (const path of listed) {
    expect(readFileSync(join(unpacked, path)).equals(readFileSync(join(checkout, path)))).toBe(true)
  }
})

test('the bill of materials names all that is installed to run it, each with a digest', async () => {
  const of = await made('bill')
  const bill = JSON.parse(read(of, 'receivables-0.1.0.cdx.json').toString()) as BillOfMaterials
  const { packages } = JSON.parse(readFileSync(join(checkout, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; dev?: boolean; integrity?: string }>
  }
  const wanted = Object.entries(packages).flatMap(([path, { dev, version, integrity }]) =>
    path === '' || dev === true
      ? []
      : [{ of: `${path.split('node_modules/').at(-1)}@${version}`, integrity }],
  )
  const named = new Map(
    bill.components.map(({ name, version, hashes }) => [`${name}@${version}`, hashes]),
  )
  expect([bill.bomFormat, bill.metadata.component.name]).toEqual(['CycloneDX', 'receivables'])
  expect([...named.keys()].toSorted()).toEqual([...new Set(wanted.map((one) => one.of))].toSorted())
  const refs = new Set(bill.components.map((one) => one['bom-ref']))
  for (const { dependsOn = [] } of bill.dependencies) {
    expect(dependsOn.filter((ref) => !refs.has(ref))).toEqual([])
  }
  for (const { of: name, integrity } of wanted) {
    if (integrity === undefined) continue
    const hex = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')
    expect(named.get(name)).toContainEqual({ alg: 'SHA-512', content: hex })
  }
})

test('its provenance names the commit and the locks that it was made of', async () => {
  const of = await made('provenance')
  const { subject, predicate } = JSON.parse(
    read(of, 'receivables-0.1.0.intoto.json').toString(),
  ) as {
    subject: { name: string; digest: { sha256: string } }[]
    predicate: { buildDefinition: { resolvedDependencies: { digest: object; name?: string }[] } }
  }
  const sums = read(of, 'SHA256SUMS').toString()
  for (const { name, digest } of subject) expect(sums).toContain(`${digest.sha256}  ${name}\n`)
  expect(subject).toHaveLength(2)
  const [commit, ...locks] = predicate.buildDefinition.resolvedDependencies
  expect(commit!.digest).toEqual({ gitCommit: git('rev-parse', 'HEAD').trim() })
  for (const { name, digest } of locks) {
    expect(run('sha256sum', [name!]).split(' ')[0]).toBe(Object.values(digest)[0])
  }
  expect(locks).toHaveLength(4)
})

test.skipIf(findOnPath('ssh-keygen') === undefined)(
  'signed, it is known to be of who holds the key, and not when a byte is another',
  async () => {
    const key = join(dir, 'key')
    run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'release', '-f', key])
    const of = await made('signed', key)
    const signers = join(dir, 'signers')
    writeFileSync(signers, `release ${readFileSync(`${key}.pub`, 'utf8')}`)
    const verified = (sums: Buffer) =>
      execFileSync(
        'ssh-keygen',
        [
          '-Y',
          'verify',
          '-f',
          signers,
          '-I',
          'release',
          '-n',
          'receivables',
          '-s',
          'SHA256SUMS.sig',
        ],
        { cwd: of.dir, input: sums, encoding: 'utf8', stdio: 'pipe' },
      )
    const sums = read(of, 'SHA256SUMS')
    expect(verified(sums)).toContain('Good "receivables" signature for release')
    expect(() => verified(Buffer.from(sums.toString().replace('0', '1')))).toThrow()
  },
)
