import { expect, test } from 'vitest'
import type { EngineUi } from '../../src/run/addresses.ts'
import { welcome } from '../../src/run/welcome.ts'

const demo = {
  tenantId: 'TN1',
  clientId: 'C.1',
  debtorId: 'D.1',
  tokens: { system: 'of-system', client: 'of-client', none: 'of-none', other: 'of-other' },
  users: [{ email: 'administrator@demo.example', password: 'of-admin', role: 'Administrator' }],
}

function said(role: string, showsTokens = true, where: EngineUi = {}): string {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  const api = 'http://127.0.0.1:8080'
  const health = 'http://127.0.0.1:8090'
  welcome(say, { role, api, health, ...where, file: 'demo.json', showsTokens }, demo)
  return lines.join('\n')
}

test('a part without an interface names no address, and every part says that it is ready', () => {
  for (const role of ['worker', 'relay']) {
    expect(said(role)).toContain(`Receivables is ready (${role}).`)
    expect(said(role)).not.toContain('http://127.0.0.1:8080')
    expect(said(role)).toContain('http://127.0.0.1:8090/health/ready')
  }
  for (const role of ['api', 'all']) {
    expect(said(role)).toContain('is ready')
    expect(said(role)).toContain('http://127.0.0.1:8080/developers/reference')
    expect(said(role)).toContain('TN1')
    expect(said(role)).toContain('http://127.0.0.1:8080/debtors/D.1/notes')
  }
})

test('where there is no demonstration it says how to make a tenant', () => {
  const lines: string[] = []
  const api = 'http://127.0.0.1:8080'
  const running = {
    role: 'all',
    api,
    health: undefined,
    file: 'demo.json',
    showsTokens: true,
  }
  welcome((line) => lines.push(line), running, undefined)
  expect(lines.join('\n')).toContain('http://127.0.0.1:8080/developers/reference')
  expect(lines.join('\n')).toContain('npx receivables tenant create')
  expect(lines.join('\n')).not.toContain('curl')
})

test('tokens and passwords are said to a person at a trial alone, and else only where they stand', () => {
  const secrets = ['of-system', 'of-client', 'of-admin']
  for (const secret of secrets) {
    expect(said('all')).toContain(secret)
    expect(said('all', false)).not.toContain(secret)
  }
  expect(said('all', false)).toContain('demo.json')
})

test('the Temporal UI has an address that stays, and below it a link for who may see secrets', () => {
  const ui = 'http://127.0.0.1:8233'
  const uiLink = `${ui}/door#link=of-once`
  const where = { ui, uiLink }
  expect(said('api')).toContain('  Temporal UI   that of your own Temporal\n')
  expect(said('all', true, { ui })).toContain(`  Temporal UI   ${ui}\n`)
  expect(said('all', true, where)).toContain(
    `  Temporal UI   ${ui}\n                ${uiLink}  (logs in once, within an hour)\n`,
  )
  expect(said('all', false, where)).toContain(`  Temporal UI   ${ui}\n`)
  expect(said('all', false, where)).not.toContain('of-once')
})
