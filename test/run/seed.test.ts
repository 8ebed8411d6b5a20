import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const module = join(import.meta.dirname, '../support/seed.ts')
const script = `import(${JSON.stringify(module)}).then(({ seed }) => console.log(seed))`

function seedWith(env: NodeJS.ProcessEnv) {
  const { stdout, stderr } = spawnSync(process.execPath, ['--eval', script], {
    env,
    encoding: 'utf8',
  })
  return { seed: stdout.trim(), stderr }
}

const { SEED: _, ...usual } = process.env

test('the seed is that which was given, and nothing but a number', () => {
  expect(seedWith({ ...usual, SEED: '42' }).seed).toBe('42')
  const wrong = seedWith({ ...usual, SEED: '4x' })
  expect([wrong.seed, wrong.stderr]).toEqual(['', expect.stringContaining('SEED=4x')])
})

test('it is of the commit, and without one of the day', () => {
  const day = Math.trunc(Date.now() / 86_400_000)
  expect([String(day), String(day + 1)]).toContain(seedWith({ ...usual, PATH: '' }).seed)
  let tree
  try {
    const options = { cwd: import.meta.dirname, encoding: 'utf8' } as const
    tree = execFileSync('git', ['rev-parse', 'HEAD^{tree}'], options)
  } catch {
    return
  }
  const { seed } = seedWith(usual)
  expect(seed).toBe(String(BigInt(`0x${tree.trim()}`) >> BigInt(4 * tree.trim().length - 31)))
  expect(seedWith(usual).seed).toBe(seed)
})
