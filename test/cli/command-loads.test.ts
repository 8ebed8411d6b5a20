import { afterAll, beforeAll, expect, test } from 'vitest'
import { leadingTo, ran } from '../support/command.ts'
import { world, type World } from '../support/world.ts'

// What a command takes is mostly reading sources: who only looks reads none of the platform.

let at: World

beforeAll(async () => {
  at = await world()
})
afterAll(() => at.close())

const listed = `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
  process.on('exit', () => process.stdout.write('\\n' + JSON.stringify(loaded)))
  await import('./src/cli/commands.ts')`

async function loadedBy(words: readonly string[]): Promise<string[]> {
  const typed = ['--input-type=module', '--eval', listed, '--', ...words]
  const { out } = await ran(typed, { env: leadingTo(at) })
  return JSON.parse(out.slice(out.lastIndexOf('\n') + 1)) as string[]
}

const platform =
  /\/src\/(?:api|activities|entities|policy)\/|\/kernel\/(?!http\/channel\/channel-path)/
const libraries = /\/node_modules\/(?:@temporalio|@mikro-orm|hono|kysely|pino|undici)\//

test.each([
  [['completion'], 'completion'],
  [['environment'], 'environment'],
  [['tenant', 'list'], 'list-tenants'],
  [['migrate', '--list'], 'migrate'],
  [['doctor'], 'doctor'],
  [['jobs'], 'jobs'],
  [['jobs', 'history'], 'jobs'],
  [['jobs', 'schedules'], 'schedules'],
  [['webhook', 'send'], 'webhook'],
])('%j loads nothing that only others need', async (words, file) => {
  const loaded = await loadedBy(words)
  expect(loaded.some((url) => url.endsWith(`/cli/${file}.ts`))).toBe(true)
  expect(loaded.filter((url) => platform.test(url) || libraries.test(url))).toEqual([])
})
