import { createReadStream, createWriteStream, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { runProgram } from '../../embedded/run-program.ts'
import { billOfMaterials } from './bill-of-materials.ts'
import { digestsOf, sumsOf } from './digests.ts'
import { provenanceOf } from './provenance.ts'
import { taggedRelease } from './tagged.ts'

/** What decides what is installed and built. */
const locks = ['package-lock.json', 'temporal/go.mod', 'temporal/go.sum', 'temporal/pom.xml']

export interface Release {
  dir: string
  files: string[]
}

/** Sources, what they need, how they came about and the sums of all: the same bytes whenever made. */
export async function makeRelease(root: string, into: string, key?: string): Promise<Release> {
  const tagged = await taggedRelease(root)
  const base = `${tagged.name}-${tagged.version}`
  const dir = join(into, base)
  mkdirSync(dir, { recursive: true })
  const json = (name: string, value: object) => {
    writeFileSync(join(dir, name), `${JSON.stringify(value, null, 1)}\n`)
    return name
  }
  const made = [
    await archived(root, dir, tagged.tag, base),
    json(`${base}.cdx.json`, await billOfMaterials(root, tagged.name)),
  ]
  const from = await digestsOf(root, locks)
  const digests = await digestsOf(dir, made)
  made.push(json(`${base}.intoto.json`, provenanceOf(tagged, digests, from)))
  writeFileSync(join(dir, 'SHA256SUMS'), sumsOf(await digestsOf(dir, made)))
  made.push('SHA256SUMS')
  if (key !== undefined) made.push(await signed(dir, key))
  return { dir, files: made }
}

async function archived(root: string, dir: string, tag: string, base: string): Promise<string> {
  const tar = join(dir, `${base}.tar`)
  const args = ['archive', '--format=tar', `--prefix=${base}/`, `--output=${tar}`, tag]
  await runProgram('git', args, { cwd: root })
  await pipeline(createReadStream(tar), createGzip({ level: 9 }), createWriteStream(`${tar}.gz`))
  rmSync(tar)
  return `${base}.tar.gz`
}

/** By the key that its maker signs commits with. */
async function signed(dir: string, key: string): Promise<string> {
  rmSync(join(dir, 'SHA256SUMS.sig'), { force: true })
  const args = ['-Y', 'sign', '-n', 'receivables', '-f', key, 'SHA256SUMS']
  await runProgram('ssh-keygen', args, { cwd: dir })
  return 'SHA256SUMS.sig'
}
