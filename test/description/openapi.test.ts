import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { isOpen, needsSuperUser, rightsOf } from '../../src/kernel/http/operation.ts'
import { namesVersion } from '../../src/kernel/http/named-row.ts'
import { bodySchemaOf } from '../../src/kernel/http/prepared.ts'
import { refusals, type RefusalCode } from '../../src/domain/refusal.ts'
import { signedHeaders } from '../../src/ports/webhooks/sign.ts'
import {
  codesUnder,
  description,
  operations,
  operationsIn,
  saidOf,
  successOf,
} from './described.ts'
import { channelPath } from '../../src/kernel/http/channel/channel-path.ts'
import { verbs } from './verbs.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

test('the description is valid by the rules of redocly.yaml', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'receivables-openapi-'))
  const file = join(dir, 'openapi.json')
  writeFileSync(file, JSON.stringify(description))
  const redocly = join(root, 'node_modules/.bin/redocly')
  const args = [redocly, 'lint', file, '--config', join(root, 'redocly.yaml'), '--format', 'json']
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const run = promisify(execFile)(process.execPath, args, { env, maxBuffer: 2 ** 26 })
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  rmSync(dir, { recursive: true })
  const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
    problems: { ruleId: string; message: string; location: { pointer: string }[] }[]
  }
  expect(problems.map((one) => `${one.ruleId} ${one.message} ${one.location[0]?.pointer}`)).toEqual(
    [],
  )
  // The linter reads all operations in a process of its own, beside whatever else runs.
}, 180_000)

test('every operation is described under its method, tag and name', () => {
  const own = operationsIn(description).filter(({ said }) => !said.tags.includes('platform'))
  expect(own).toHaveLength(operations.length)
  for (const one of operations) {
    expect(saidOf(one).tags).toEqual([one.area])
    expect(saidOf(one)['x-extension']).toBe(one.operation.declared.extension)
  }
})

test('the realtime channel is described as what it is, beside the operations', () => {
  const { said } = operationsIn(description).find(
    ({ said: { operationId } }) => operationId === 'openRealtimeChannel',
  )!
  expect(description.paths[channelPath]?.get).toBe(said)
  expect(said['x-extension']).toBe(true)
  expect(said.security).toEqual([{ realtimeToken: [] }, { bearerAuth: ['GenerateRealtimeToken'] }])
  expect(Object.keys(successOf(said)[1].content ?? {})).toEqual(['text/event-stream'])
  expect(Object.keys(said.responses)).toEqual(expect.arrayContaining(['400', '401', '403', '429']))
})

test('every webhook names the headers that know, sign, date and trace a delivery', () => {
  const carried = ['traceparent', ...Object.keys(signedHeaders('WHRL', new Date(), '', []))]
  expect(Object.keys(description.webhooks)).toContain('INVOICE')
  for (const { post } of Object.values(description.webhooks) as { post: Posted }[]) {
    const named = post.parameters.map(({ $ref }) => $ref.split('/').at(-1)!.toLowerCase())
    expect(named.toSorted()).toEqual(carried.toSorted())
  }
})

interface Posted {
  parameters: { $ref: string }[]
}

test('names are unique, begin with a verb and end in no digit', () => {
  const names = operationsIn(description).map(({ said }) => said.operationId)
  expect(names).toHaveLength(new Set(names).size)
  const verbOf = (name: string) => /^[a-z]+/.exec(name)?.[0] ?? ''
  expect(names.filter((name) => !verbs.has(verbOf(name)))).toEqual([])
  expect(names.filter((name) => /\d$/.test(name))).toEqual([])
})

test('summaries are shorter than sixty characters', () => {
  const long = operationsIn(description).filter(({ said }) => said.summary.length >= 60)
  expect(long.map(({ said }) => `${said.operationId}: ${said.summary}`)).toEqual([])
})

test('every body and every answer has an example that its own schema accepts', () => {
  const faults: string[] = []
  for (const one of operations) {
    const { name, operation } = one
    const said = saidOf(one)
    const body = said.requestBody?.content['application/json']
    const [, answer] = successOf(said)
    const { returns, file } = operation.declared
    // A file may be JSON too, of which no schema says more.
    const shown = file === undefined ? answer.content?.['application/json'] : undefined
    expect(said.requestBody === undefined, name).toBe(body === undefined)
    expect(shown === undefined, name).toBe(returns === undefined)
    const check = (what: string, schema: typeof returns, content: typeof body) => {
      if (content === undefined) return
      const result = schema?.safeParse(content.example)
      if (content.example === undefined) faults.push(`${what} of ${name} has no example`)
      else if (result?.success === false) faults.push(`${what} of ${name}: ${result.error.message}`)
    }
    check('body', bodySchemaOf(operation), body)
    check('answer', returns, shown)
  }
  expect(faults, 'give the field an example by .meta({ example })').toEqual([])
})

test('rights stand as alternatives, and again for programs', () => {
  for (const one of operations) {
    const { requires } = one.operation
    const said = saidOf(one)
    const rights = rightsOf(requires)
    expect(said['x-required-rights']).toEqual(rights)
    expect(said['x-requires-super-user']).toBe(needsSuperUser(requires) || undefined)
    const alternatives = rights.length === 0 ? [[]] : rights.map((right) => [right])
    expect(said.security.map(({ bearerAuth }) => bearerAuth)).toEqual(
      isOpen(requires) ? [] : alternatives,
    )
  }
})

test('the parameters that the runner reads are described', () => {
  for (const one of operations) {
    const { method, params, requires, declared } = one.operation
    const given = saidOf(one).parameters ?? []
    const names = given.map((parameter) =>
      '$ref' in parameter ? parameter.$ref.split('/').at(-1) : parameter.name,
    )
    const changes = method !== 'GET' && !isOpen(requires)
    expect(names.includes('Idempotency-Key'), one.name).toBe(changes && method !== 'DELETE')
    expect(names.includes('If-Match'), one.name).toBe(namesVersion(one.operation))
    const inPath = given.filter((parameter) => 'in' in parameter && parameter.in === 'path')
    expect(inPath, one.name).toHaveLength(params.length)
    const asked = Object.keys((declared.query as { shape?: object } | undefined)?.shape ?? {})
    expect(asked.filter((name) => !names.includes(name))).toEqual([])
  }
})

test('what an operation refuses by itself, and by the runner, is said', () => {
  for (const one of operations) {
    const { method, params, requires, declared } = one.operation
    const said = saidOf(one)
    const statuses = Object.keys(said.responses).map(Number)
    const open = isOpen(requires)
    const takesBody = method === 'POST' || method === 'PUT'
    expect(statuses, one.name).toEqual(expect.arrayContaining([400, 429, 431, 503]))
    if (!open) expect(statuses, one.name).toContain(401)
    expect(statuses.includes(413) && statuses.includes(415), one.name).toBe(takesBody)
    const itsOwn = (declared.refuses ?? []).some((code) => refusals[code][0] === 422)
    expect(statuses.includes(422), one.name).toBe((takesBody && !open) || itsOwn)
    if (params.length > 0) expect(statuses, one.name).toContain(404)
    if (rightsOf(requires).length > 0) expect(codesUnder(said, 403)).toContain('ACCESS_DENIED')
    for (const code of declared.refuses ?? []) {
      expect(codesUnder(said, refusals[code][0]), one.name).toContain(code)
    }
  }
})

test('a shared refusal names only codes of its own status, each with an example', () => {
  const { responses, examples } = description.components as unknown as {
    responses: Record<string, { description: string }>
    examples: Record<string, { value: { status: number } }>
  }
  for (const [name, { description: text }] of Object.entries(responses)) {
    const codes = name.split('.') as RefusalCode[]
    expect(new Set(codes.map((code) => refusals[code][0])).size, name).toBe(1)
    for (const code of codes) {
      expect(text).toContain(`\`${code}\``)
      expect(examples[code]?.value.status).toBe(refusals[code][0])
    }
  }
})
