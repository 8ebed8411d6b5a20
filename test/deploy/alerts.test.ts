import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Environment } from '../../src/environment.ts'
import { promtool } from '../promtool.ts'
import { served } from '../support/served.ts'
import { causes, fine, reads } from './alert-causes.ts'
import { close, open, scraped, scrapedAfter, withParts, type Bring } from './alert-ground.ts'
import { alertRules, fires, namesIn, silent, type Looks } from './rule-test.ts'

// Each alert by what it is about: the condition is brought about, the ports are scraped as
// Prometheus would, and its own program says when the rule fires and when it does not.

const rules = alertRules()
let program: Awaited<ReturnType<typeof promtool>>

beforeAll(async () => {
  program = await promtool(() => undefined)
}, 1_800_000)
beforeAll(open)
afterEach(() => vi.restoreAllMocks())
afterAll(close)

async function looked(bring: Bring): Promise<Looks> {
  const texts: string[] = []
  await bring(async (read = scraped) => void texts.push(await read()))
  const [before, during, after = before] = texts
  return { before: before!, during: during!, after: after! }
}

test('there is a condition for each alert, and an alert for each condition', () => {
  expect(Object.keys(causes)).toEqual(rules.map(({ alert }) => alert))
})

test('nothing fires where nothing is amiss', async (context) => {
  if ('reason' in program) return context.skip(program.reason)
  const { path } = program
  await withParts(['worker', 'relay'], async () => {
    const text = await fine()
    const named = rules.flatMap(({ expr }) => namesIn(expr))
    // Of who has none of it, or of what is not there.
    const silentOnes = [
      'worker_polls',
      'relay_rest_seconds',
      'temporal_unread',
      'messages_oldest_seconds',
      'errands_open',
    ]
    const absent = named.filter((name) => !new RegExp(`^${name}[{ ]`, 'm').test(text))
    expect(new Set(absent)).toEqual(new Set(silentOnes.map((name) => `receivables_${name}`)))
    await silent(path, rules, text)
  })
})

const each = Object.entries(causes).flatMap(([alert, all]) =>
  all.map(({ labels = {}, bring }) => ({ alert, labels, bring })),
)

test.for(each)('$alert fires where it should, and ends', async (one, context) => {
  const { alert, labels, bring } = one
  const rule = rules.find((one) => one.alert === alert)!
  const looks = await looked(bring)
  const found = namesIn(rule.expr).filter((name) => looks.during.includes(`\n${name}`))
  expect(found).not.toEqual([])
  if ('reason' in program) return context.skip(program.reason)
  await fires(program.path, rule, labels, looks)
})

test('what an alert says to do can be done: its operations, settings and numbers are there', async () => {
  const text = await scrapedAfter(reads(1))
  const routes = new Set(served.map(({ operation: { method, path } }) => `${method} ${path}`))
  const known = (remedy: string) => [
    ...[...remedy.matchAll(/\b(?:GET|POST|PUT) \/\S+?(?=[\s);,]|$)/g)].map(
      ([route]) => routes.has(route) || route.startsWith('GET /health/'),
    ),
    ...(remedy.match(/RECEIVABLES_\w+/g) ?? []).map((name) => name in Environment.shape),
    ...(remedy.match(/[a-z]+(?:_[a-z]+)+/g) ?? []).map((name) => text.includes(`_${name}`)),
  ]
  const all = rules.map(({ annotations }) => known(annotations.remedy))
  expect(all.flat().length).toBeGreaterThan(5)
  expect(all.flat()).not.toContain(false)
})
