import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { demonstration } from '../../src/run/demonstration.ts'
import { cannot } from '../examples-that-cannot.ts'
import { sendExamples, shares } from '../sent-examples.ts'
import { worldWithTenant } from '../support/world.ts'

const { at } = await worldWithTenant()

/** What is more than this was found true; of each of the rest it is said why. */
const leastShare = 0.83

test('most examples of the description do in the demonstration what they say', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'receivables-demonstration-'))
  try {
    const made = await demonstration(at.runtime, join(folder, 'demo.json'), true, () => undefined)
    const sent = await sendExamples(at.app.request, made!)
    const good = sent.filter(({ code }) => code === '')
    expect(good.length / sent.length, shares(sent)).toBeGreaterThan(leastShare)
    expect(sent.filter(({ status }) => status >= 500)).toEqual([])
    const names = new Set(sent.map(({ name }) => name))
    expect([...cannot.keys()].filter((name) => !names.has(name))).toEqual([])
    expect(sent.filter(({ code, name }) => code !== '' && !cannot.has(name))).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
