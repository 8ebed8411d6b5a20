import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWhole } from '../../src/embedded/cache.ts'
import { tryLock } from '../../src/embedded/lock.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'receivables-cache-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a thing made whole', () => {
  it('is made once for callers at the same time', async () => {
    let made = 0
    const make = async (draft: string) => {
      made++
      await new Promise((resolve) => setTimeout(resolve, 20))
      writeFileSync(join(draft, 'file'), 'whole')
    }
    const dir = join(folder, 'thing')
    expect(await Promise.all([1, 2, 3].map(() => makeWhole(dir, make)))).toEqual([dir, dir, dir])
    expect(made).toBe(1)
    expect(readdirSync(folder)).toEqual(['thing'])
  })

  it('is made once for two processes', async () => {
    const codes = await Promise.all([makeElsewhere(), makeElsewhere()])
    expect(codes).toEqual([0, 0])
    expect(readFileSync(join(folder, 'made'), 'utf8')).toBe('once')
    expect(readdirSync(folder).toSorted()).toEqual(['made', 'thing'])
  })

  it('is not there at all when making it failed, and can be made afterwards', async () => {
    const dir = join(folder, 'thing')
    const fail = () => Promise.reject(new Error('no luck'))
    await expect(makeWhole(dir, fail)).rejects.toThrow('no luck')
    expect(readdirSync(folder)).toEqual([])
    await makeWhole(dir, async () => {})
    expect(existsSync(dir)).toBe(true)
  })

  it('takes over the lock and sweeps up the draft of a maker that died', async () => {
    const dir = join(folder, 'thing')
    writeFileSync(`${dir}.lock`, '4194303 1\n')
    mkdirSync(`${dir}.dead.new`)
    await makeWhole(dir, async () => {})
    expect(readdirSync(folder)).toEqual(['thing'])
  })
})

describe('a lock', () => {
  it('is held by a process of the same start only', () => {
    const path = join(folder, 'lock')
    writeFileSync(path, `${process.ppid} 1\n`)
    const lock = tryLock(path)
    expect(lock).not.toHaveProperty('heldBy')
    expect(tryLock(path)).toEqual({ heldBy: process.pid })
    if (!('heldBy' in lock)) lock.release()
    expect(existsSync(path)).toBe(false)
  })
})

function makeElsewhere(): Promise<number | null> {
  const module = fileURLToPath(new URL('../../src/embedded/cache.ts', import.meta.url))
  const code = `
    import { appendFileSync } from 'node:fs'
    import { makeWhole } from ${JSON.stringify(module)}
    await makeWhole(${JSON.stringify(join(folder, 'thing'))}, async () => {
      appendFileSync(${JSON.stringify(join(folder, 'made'))}, 'once')
      await new Promise((resolve) => setTimeout(resolve, 50))
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' })
  return new Promise((resolve) => child.once('exit', resolve))
}
