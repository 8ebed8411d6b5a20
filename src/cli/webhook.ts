import { setTimeout as sleep } from 'node:timers/promises'
import { randomBytes } from 'node:crypto'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { z } from 'zod'
import { channelPath } from '../kernel/http/channel/channel-path.ts'
import { signedHeaders, signingKey } from '../ports/webhooks/sign.ts'
import { demonstrationFile } from '../run/data-folder.ts'
import { readFacts } from '../run/facts-file.ts'
import { readEnvironment } from '../environment.ts'

/** Where the interface is, and who asks it. */
interface Asking {
  api?: string
  token?: string
}

interface Listening extends Asking {
  type: string[]
  key?: string
}

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** What is not said is that of the platform of this data folder. */
function asked({ api, token }: Asking): { api: string; token: string } {
  const file = demonstrationFile(readEnvironment().RECEIVABLES_DATA_DIR)
  const facts = readFacts<{ api: string; tokens: { system: string } }>(file)
  const [at, by] = [api ?? facts?.api, token ?? facts?.tokens?.system]
  if (at === undefined || by === undefined) {
    throw new Error(`${file} names no interface and token: say them by --api and --token`)
  }
  return { api: at.replace(/\/$/, ''), token: by }
}

const Refused = z.object({ code: z.string(), detail: z.string().optional() })

async function refusalOf(answer: Response): Promise<string> {
  const body = Refused.safeParse(await answer.json().catch(() => undefined))
  return body.success ? `${body.data.code}: ${body.data.detail ?? ''}` : `answered ${answer.status}`
}

/** Something happens of which the family REALTIME tells: to try a receiver. */
export async function sendCommand(text: string, options: Asking): Promise<void> {
  const { api, token } = asked(options)
  const answer = await fetch(`${api}/realtime/test/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  })
  if (!answer.ok) throw new Error(await refusalOf(answer))
  say('sent: subscriptions to REALTIME and whoever listens are told of it')
}

const Told = z.object({ id: z.string(), type: z.string(), event: z.string() })
const againMs = 1_000

/** Posts whatever the caller is told of to an address of this machine, signed as webhooks are. */
export async function listenCommand(to: string, options: Listening): Promise<void> {
  const { api, token } = asked(options)
  const key = options.key ?? `whsec_${randomBytes(24).toString('base64')}`
  say(`signed with ${key}`)
  let last = ''
  for (;;) {
    const headers = { authorization: `Bearer ${token}`, ...(last && { 'last-event-id': last }) }
    const answer = await fetch(api + channelPath, { headers }).catch(() => undefined)
    if (answer !== undefined && answer.status >= 400 && answer.status < 500) {
      throw new Error(await refusalOf(answer))
    }
    if (answer?.ok === true && answer.body !== null) {
      if (last === '') say(`listening at ${api}: what happens is posted to ${to}`)
      const events = answer.body
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(new EventSourceParserStream())
      try {
        for await (const { id = '', data, event } of events) {
          last = id === '' ? last : id
          const isWanted = options.type.length === 0 || options.type.includes(event ?? '')
          if (isWanted) await forward(to, data, key)
        }
      } catch (error) {
        say(`the channel broke (${String(error)}), and is opened again`)
      }
    }
    await sleep(againMs)
  }
}

async function forward(to: string, body: string, key: string): Promise<void> {
  const told = Told.safeParse(jsonOf(body))
  // Beside events the channel says that it is open.
  if (!told.success) return
  const { id, type, event } = told.data
  const began = Date.now()
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'receivables-webhooks/1',
    ...signedHeaders(id, new Date(), body, [signingKey(key)]),
  }
  const status = await fetch(to, { method: 'POST', headers, body, redirect: 'manual' })
    .then((answer) => String(answer.status))
    .catch((error: Error) => `unanswered (${String(error.cause ?? error)})`)
  say(`${status}  ${Date.now() - began} ms  ${type} ${event}  ${id}`)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
