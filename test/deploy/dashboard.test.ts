import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, together, type Installation } from '../kill/installation.ts'
import { activate, clientAt, invoiceAt, untilActivated } from '../kill/trade.ts'
import { promtool } from '../promtool.ts'
import { unanswered } from './rule-test.ts'

// Each query of the dashboard, by Prometheus' own program, over what a running product says of
// itself.

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[]
}

const { panels } = JSON.parse(readFileSync('deploy/dashboard.json', 'utf8')) as Dashboard
const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

let at: Installation
let program: Awaited<ReturnType<typeof promtool>>

beforeAll(async () => {
  program = await promtool(() => undefined)
  at = await together()
  await at.ready(120_000)
}, 900_000)
afterAll(() => at?.close())

async function scraped(): Promise<string> {
  const { api, tokens } = at.facts()
  const headers = { authorization: `Bearer ${tokens.system}` }
  const answer = await fetch(`${api}/metrics`, { headers })
  expect(answer.status).toBe(200)
  return answer.text()
}

/** What is told only while something waits: an invitation, or a start without an engine. */
async function withWaiting(clientId: string): Promise<string> {
  const user = { email: 'late@nordlund.example', name: 'Late', roleIds: [] }
  expect((await at.insist('POST', '/users', user)).status).toBe(201)
  await eventually('the mail', async () => {
    return (await at.rows('select 1 from user_invitation where sent_at is not null')).length > 0
  })
  await at.rows(
    `update user_invitation set sent_at = null, created_at = now() - interval '16 minutes'`,
  )
  const told = async (name: string) => (await scraped()).includes(`\nreceivables_${name}{`)
  await eventually('the errand', () => told('errands_open'), 3 * 60_000)
  for (let tries = 0; tries < 10; tries++) {
    const id = await invoiceAt(at, clientId)
    await at.kill('temporal')
    await activate(at, id)
    const text = await scraped()
    await at.start('temporal')
    if (text.includes('\nreceivables_messages_waiting{')) return text
  }
  throw new Error('nothing ever waited')
}

test('every query finds something', async (context) => {
  const clientId = await clientAt(at)
  const id = await invoiceAt(at, clientId)
  await activate(at, id)
  await untilActivated(at, [id], 60_000)
  expect(queries.length).toBeGreaterThan(10)
  const texts = [await scraped(), await withWaiting(clientId)]
  if ('reason' in program) return context.skip(program.reason)
  const left = [queries]
  for (const text of texts) left.push(await unanswered(program.path, left.at(-1)!, text))
  expect(left.at(-1)).toEqual([])
}, 600_000)
