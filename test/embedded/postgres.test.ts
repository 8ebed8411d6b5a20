import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { discardPostgres, startPostgres } from '../../src/embedded/postgres.ts'
import { forgetPlace, placeElsewhere } from '../../src/embedded/postgres-elsewhere.ts'
import { isAlive } from '../../src/embedded/processes.ts'

const root = process.getuid?.() === 0
let folder: string
let dataDir: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'receivables-postgres-'))
  chmodSync(folder, 0o755)
  dataDir = join(folder, 'postgres')
})

afterEach(() => {
  discardPostgres(dataDir)
  rmSync(folder, { recursive: true, force: true })
})

const start = () => startPostgres({ dataDir, durable: false, progress: () => {} })

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

describe('the embedded PostgreSQL', () => {
  it('keeps its data, port and password when its postmaster is killed', async () => {
    const first = await start()
    await ask(first.url('postgres'), 'create table kept (n int); insert into kept values (7)')
    await ask(first.url('postgres'), 'checkpoint')
    process.kill(first.pid, 'SIGKILL')
    expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL', asked: false })
    const second = await start()
    expect(await ask(second.url('postgres'), 'select n from kept')).toEqual([{ n: 7 }])
    expect([second.port, second.password]).toEqual([first.port, first.password])
    await second.stop()
    expect((await second.exited).asked).toBe(true)
  })

  it('ends a postmaster that outlived the process which started it', async () => {
    const left = await startedElsewhere()
    const again = await start()
    expect(isAlive(left)).toBe(false)
    expect(await ask(again.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
    await again.stop()
  })

  it('is not held up by a pid file that names a stranger, nor by a lost password', async () => {
    await (await start()).stop()
    const pidFile = join(realpathSync(dataDir), 'postmaster.pid')
    writeFileSync(pidFile, `${process.pid}\n${dataDir}\n`)
    rmSync(`${dataDir}-password`)
    const again = await start()
    expect(await ask(again.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
    expect(statSync(`${dataDir}-password`).mode & 0o777).toBe(0o600)
    await again.stop()
  })

  it('refuses a data directory that another start holds', async () => {
    const first = await start()
    await expect(start()).rejects.toThrow(/in use by process/)
    await first.stop()
  })

  it.runIf(root)(
    'as root puts its data elsewhere when its user cannot enter the folder',
    async () => {
      chmodSync(folder, 0o700)
      const server = await start()
      await server.stop()
      expect(lstatSync(dataDir).isSymbolicLink()).toBe(true)
      const again = await start()
      expect(again.password).toBe(readFileSync(`${dataDir}-password`, 'utf8').trim())
      await again.stop()
      const real = realpathSync(dataDir)
      discardPostgres(dataDir)
      expect(() => statSync(real)).toThrow(/ENOENT/)
    },
  )
})

/** Starts a server in another process, kills that process and its watcher, and names the server. */
async function startedElsewhere(): Promise<number> {
  const module = fileURLToPath(new URL('../../src/embedded/postgres.ts', import.meta.url))
  const code = `
    import { startPostgres } from ${JSON.stringify(module)}
    const options = { dataDir: ${JSON.stringify(dataDir)}, durable: false, progress() {} }
    const { pid } = await startPostgres(options)
    process.kill(pid, 'SIGSTOP')
    process.stdout.write(pid + '\\n')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve(Number(line.toString())))
    child.once('exit', () => reject(new Error('the other process ended too early')))
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
  return pid
}

describe.runIf(root)('as root, a place elsewhere', () => {
  it('is given back once nobody can ask for it again', () => {
    const asked = join(folder, 'deleted', 'postgres')
    mkdirSync(dirname(asked))
    const forsaken = placeElsewhere(asked)
    mkdirSync(forsaken)
    rmSync(dirname(asked), { recursive: true })
    const kept = placeElsewhere(dataDir)
    mkdirSync(kept)
    symlinkSync(kept, dataDir)
    for (const place of [forsaken, kept]) utimesSync(`${place}.for`, 0, 0)
    forgetPlace(placeElsewhere(join(folder, 'another')))
    expect([forsaken, kept].map((place) => existsSync(place))).toEqual([false, true])
  })
})
