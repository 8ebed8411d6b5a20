import { randomUUID } from 'node:crypto'
import { together } from './kill/installation.ts'
import { operationsIn, description, type Found } from './description/described.ts'
import { conclude, step } from './steps.ts'

/** Asks an interface at a path. */
type Ask = (path: string, init: RequestInit) => Response | Promise<Response>

/** What became of the example of one operation, sent as it stands in the description. */
interface Sent {
  name: string
  method: string
  status: number
  /** The code of the refusal; empty where it was answered as it is described. */
  code: string
}

const order = ['post', 'put', 'get', 'delete']
/** What takes away what others name comes after them, and what ends the token last. */
const takesAway = [
  /^(?:toggle|revokeBank|updatePriceList)/,
  /^(?:remove|close|end)/,
  /^(?:revoke|delete|moveDebtor|change.*Password)/,
  /^logout/,
]

const placeOf = ({ method, said: { operationId } }: Found): number => {
  // What is changed by others first cannot be activated any more.
  if (/^(?:activateInvoice|requestFactoring|moveDecision)$/.test(operationId)) return -1
  const last = takesAway.findIndex((each) => each.test(operationId)) + 1
  return last * order.length + order.indexOf(method)
}

/** A stream is answered for as long as somebody listens. */
const isStream = ({ said }: Found) => said.operationId === 'openRealtimeChannel'

/** Whoever sends: a token of the tenant, that of its client, and a person, as some are of people. */
interface Senders {
  system: string
  client: string
  person: string
}

interface Demonstrated {
  tenantId: string
  tokens: { system: string; client: string }
  users: { email: string; password: string }[]
}

async function sendersOf(ask: Ask, { tenantId, tokens, users }: Demonstrated): Promise<Senders> {
  const { email, password } = users.find((one) => one.email.startsWith('administrator@'))!
  const answer = await ask('/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId, email, password }),
  })
  const { token } = (await answer.json()) as { token: string }
  return { system: tokens.system, client: tokens.client, person: token }
}

const senderOf = ({ said: { operationId } }: Found): keyof Senders => {
  if (operationId.endsWith('OwnFlags')) return 'client'
  return /Own|Totp|ContentUserSetting|^logout/.test(operationId) ? 'person' : 'system'
}

/** Sends each example to a fresh demonstration, in an order in which nothing takes away the rest. */
export async function sendExamples(ask: Ask, demonstration: Demonstrated): Promise<Sent[]> {
  const senders = await sendersOf(ask, demonstration)
  const sent: Sent[] = []
  const all = operationsIn(description)
    .filter((found) => !isStream(found))
    .toSorted((one, other) => placeOf(one) - placeOf(other))
  for (const found of all) sent.push(await sendExample(ask, senders[senderOf(found)], found))
  return sent
}

async function sendExample(ask: Ask, token: string, { method, path, said }: Found) {
  const examples = new Map(
    (said.parameters ?? []).flatMap((one) =>
      'in' in one && (one.in === 'path' || one.required) ? [[one.name, one] as const] : [],
    ),
  )
  const valueOf = (name: string) => String(examples.get(name)?.schema.examples?.[0] ?? '')
  const asked = [...examples.values()].filter((one) => one.in === 'query')
  const url = new URL(
    'http://interface' +
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(valueOf(name))),
  )
  for (const one of asked) url.searchParams.set(one.name, valueOf(one.name))
  const body = said.requestBody?.content['application/json']?.example
  const isOpen = said.security.length === 0
  const answer = await ask(url.pathname + url.search, {
    method: method.toUpperCase(),
    headers: {
      ...(!isOpen && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(method !== 'get' && { 'idempotency-key': randomUUID() }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const isAsDescribed = answer.status < 400 && String(answer.status) in said.responses
  const code = isAsDescribed ? '' : codeOf(text)
  return { name: said.operationId, method, status: answer.status, code }
}

function codeOf(text: string): string {
  try {
    const { code, errors } = JSON.parse(text) as { code: string; errors?: { code: string }[] }
    return [code, errors?.[0]?.code ?? []].flat().join(' ')
  } catch {
    return 'no problem'
  }
}

/** How many were answered as described, and why the others were not. */
export function shares(sent: readonly Sent[]): string {
  const good = sent.filter(({ code }) => code === '')
  const reasons = Map.groupBy(
    sent.filter(({ code }) => code !== ''),
    ({ status, code }) => `${status} ${code}`,
  )
  const lines = [...reasons]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(
      ([reason, each]) => `  ${each.length} ${reason}: ${each.map(({ name }) => name).join(' ')}`,
    )
  const percent = ((100 * good.length) / sent.length).toFixed(1)
  return [
    `${good.length} of ${sent.length} (${percent} %) are answered as described`,
    ...lines,
  ].join('\n')
}

if (import.meta.main) {
  conclude([
    await step('examples sent as they are', async () => {
      const at = await together()
      try {
        const facts = at.facts()
        const ask: Ask = (path, init) => fetch(facts.api + path, init)
        const sent = await sendExamples(ask, facts)
        process.stdout.write(`${shares(sent)}\n`)
        const passed = sent.filter(({ code }) => code === '').length
        return { passed, failed: 0, output: '' }
      } finally {
        await at.close()
      }
    }),
  ])
}
