import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { cacheDir, makeWhole, type Progress } from './cache.ts'
import { runProgram } from './run-program.ts'

const OFFICIAL = 'https://temporal.download/cli/archive/latest'

/** Downloads the official CLI from Temporal's own address into the cache. */
export async function downloadCli(os: string, arch: string, progress: Progress): Promise<string> {
  const dir = join(cacheDir(), 'temporal-cli', `${os}-${arch}`)
  const url = `${OFFICIAL}?platform=${os}&arch=${arch}`
  await makeWhole(dir, (draft) => fetchAndUnpack(url, draft, progress), progress)
  return join(dir, 'temporal')
}

async function fetchAndUnpack(url: string, dir: string, progress: Progress): Promise<void> {
  progress(`downloading the Temporal CLI from ${url}`)
  const archive = join(dir, 'archive.tar.gz')
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(300_000) })
    if (!answer.ok || !answer.body) throw new Error(`answered ${answer.status}`)
    await pipeline(Readable.fromWeb(answer.body), createWriteStream(archive))
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`the download from ${url} failed: ${why}`, { cause: error })
  }
  await runProgram('tar', ['-xzf', archive, '-C', dir, 'temporal'])
  await rm(archive)
}
