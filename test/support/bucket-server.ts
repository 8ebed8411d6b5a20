import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../src/embedded/ports.ts'
import { goProgram } from '../go-program.ts'

const gofakes3 = {
  program: 'github.com/johannesboyne/gofakes3/cmd/gofakes3',
  version: 'v1.2.0',
}

/** A server that speaks as S3 does, with one bucket, and how it is reached. */
export interface BucketServer {
  bucket: string
  variables: Readonly<Record<string, string>>
  stop(): Promise<void>
}

const bucket = 'receivables-documents'
const startMs = 10_000

/** Started in memory; or why there is none. */
export async function bucketServer(): Promise<BucketServer | { reason: string }> {
  const found = await goProgram(gofakes3, () => undefined)
  if ('reason' in found) return found
  const host = `127.0.0.1:${await freePort()}`
  const args = ['-backend', 'memory', '-initialbucket', bucket, '-host', host, '-quiet']
  const child = spawn(found.path, args, { stdio: 'ignore' })
  const exited = once(child, 'exit')
  const url = `http://${host}`
  for (const late = Date.now() + startMs; !(await answers(url));) {
    if (Date.now() > late) throw new Error(`${gofakes3.program} does not answer`)
    await sleep(50)
  }
  const variables = {
    AWS_ENDPOINT_URL_S3: url,
    AWS_REGION: 'eu-north-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  }
  const stop = async () => {
    child.kill('SIGKILL')
    await exited
  }
  return { bucket, variables, stop }
}

const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )
