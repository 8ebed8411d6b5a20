import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'
import { refuseUnguarded } from '../../src/ports/temporal/guarded.ts'

const certificate = { clientCertPair: { crt: 'x', key: 'x' } }

test.each(['127.0.0.1:7233', '127.8.0.1:7233', 'localhost:7233', '[::1]:7233'])(
  'at %s, on this machine, nobody has to say who they are',
  (address) => expect(() => refuseUnguarded(address, {})).not.toThrow(),
)

test.each([
  'temporal:7233',
  '10.0.0.7:7233',
  '0.0.0.0:7233',
  '127.0.0.1.example.com:7233',
  'localhost.example.com:7233',
  '[2001:db8::1]:7233',
  'dns:///localhost:7233',
])('%s is used with a certificate or a key alone', (address) => {
  const refused = (credentials: object) =>
    expect(() => refuseUnguarded(address, credentials)).toThrow('RECEIVABLES_TEMPORAL_UNGUARDED=on')
  refused({})
  refused({ tls: true })
  refused({ tls: { serverNameOverride: 'temporal' } })
  refused({ apiKey: 'k', tls: false })
  refused({ metadata: { authorization: 'Bearer x' } })
  for (const credentials of [
    { tls: certificate },
    { tls: true, apiKey: 'k' },
    { tls: true, metadata: { authorization: 'Bearer x' } },
  ]) {
    expect(() => refuseUnguarded(address, credentials)).not.toThrow()
  }
})

test('a process ends at once, and has made nothing, where its Temporal is open to a network', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'receivables-unguarded-'))
  try {
    const env = {
      ...process.env,
      RECEIVABLES_DATA_DIR: dir,
      TEMPORAL_ADDRESS: 'temporal.example.com:7233',
    }
    const ended = promisify(execFile)(process.execPath, ['src/main.ts', '--role', 'worker'], {
      env,
    })
    const failed = (await ended.catch((error: unknown) => error)) as {
      code: number
      stderr: string
    }
    expect(failed.code).toBe(1)
    expect(failed.stderr).toContain('nothing shows it who we are')
    expect(readdirSync(dir)).toEqual([])
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}, 30_000)
