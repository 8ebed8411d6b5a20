import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Registered } from '../../src/kernel/http/app.ts'
import { saidOf } from '../description/described.ts'
import { routeOf, served, swept } from '../support/served.ts'
import { tenantIn, world, type World } from '../support/world.ts'
import { Stage, type Call } from './stage.ts'

let at: World
let stage: Stage

beforeAll(async () => {
  at = await world()
  stage = new Stage(at, await tenantIn(at))
})
afterAll(() => at.close())

interface Sent {
  filename: string
  mimeType?: string
  content: string
}

const fileOf = ({ filename, mimeType, content }: Sent) =>
  new File([Buffer.from(content, 'base64')], filename, mimeType ? { type: mimeType } : {})

/** The body as its form: each file as a file, and all else as text. */
function formOf({ body }: Call): FormData {
  const form = new FormData()
  const { files, filename, mimeType, content, ...fields } = body as Partial<Sent> & {
    files?: Sent[]
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  for (const file of files ?? []) form.append('files', fileOf(file))
  if (content !== undefined) {
    form.append('file', fileOf({ filename: filename!, content, ...(mimeType && { mimeType }) }))
  }
  return form
}

async function send({ method, path, as }: Call, body: FormData, headers: object) {
  const { token } = as ?? stage.tenant.api
  const authorization = `Bearer ${token}`
  return at.app.request(path, { method, headers: { authorization, ...headers }, body })
}

const takesFiles = ({ operation }: Registered) => operation.declared.takesFile !== undefined
const withFiles = swept.filter(takesFiles).map((one) => [routeOf(one), one] as const)

test('some operations take files, whichever are swept', () => {
  expect(served.some(takesFiles)).toBe(true)
})

test.each(withFiles)('%s takes its files as a form, as it does inside of JSON', async (_, one) => {
  expect(Object.keys(saidOf(one).requestBody!.content)).toContain('multipart/form-data')
  const headers = () => ({ 'idempotency-key': `form-${one.name}-${Math.random()}` })
  const { call, answer, headers: sent } = await stage.succeed(one, { headers })
  const again = await send(call, formOf(call), sent)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect([again.status, JSON.parse(await again.text())]).toEqual([answer.status, answer.body])
  // A body that its schema allows may still be none: a text that is called a picture.
  let made = { status: 0, said: '' }
  for (let seed = 1; seed <= 16 && made.status !== answer.status; seed++) {
    const fresh = await stage.call(one, seed * 7919)
    const response = await send(fresh, formOf(fresh), {})
    made = { status: response.status, said: await response.text() }
  }
  expect(made.status, made.said).toBe(answer.status)
  expect(await at.runtime.documents.sweep(new Date(Date.now() + 60_000))).toBe(0)
})
