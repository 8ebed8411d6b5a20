import { expect, test } from 'vitest'
import { welcome } from '../../src/run/welcome.ts'

const demo = {
  tenantId: 'TN1',
  clientId: 'C.1',
  tokens: { system: 'of-system', client: 'of-client', none: 'of-none', other: 'of-other' },
  users: [],
}

function said(role: string): string {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  welcome(say, role, 'http://127.0.0.1:8080', null, demo, 'demo.json')
  return lines.join('\n')
}

test('a part without an interface names no address, and every part says that it is ready', () => {
  for (const role of ['worker', 'relay']) {
    expect(said(role)).toContain(`Receivables is ready (${role}).`)
    expect(said(role)).not.toContain('http://')
  }
  for (const role of ['api', 'all']) {
    expect(said(role)).toContain('is ready')
    expect(said(role)).toContain('http://127.0.0.1:8080/developers/reference')
    expect(said(role)).toContain('TN1')
  }
})

test('where there is no demonstration it says how to make a tenant', () => {
  const lines: string[] = []
  welcome((line) => lines.push(line), 'all', 'http://127.0.0.1:8080', null, undefined, 'demo.json')
  expect(lines.join('\n')).toContain('http://127.0.0.1:8080/developers/reference')
  expect(lines.join('\n')).toContain('npx receivables tenant create')
  expect(lines.join('\n')).not.toContain('curl')
})
