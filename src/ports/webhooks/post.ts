import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Agent, buildConnector, Dispatcher } from 'undici'
import { hostAndPort, hostOf, isForbiddenAddress, refusedAddress } from './addresses.ts'

/** What came of one POST: an answer with its status, or why there was none. */
export interface Posted {
  status: number | null
  error: string | null
  durationMs: number
  response: string | null
}

export interface PosterOptions {
  /** `host:port` of receivers that may stand at an address which is not public. */
  allowedHosts?: ReadonlySet<string>
  /** Asks for the addresses of a name: in tests, a resolver of their own. */
  lookup?: LookupFunction
}

const deadlineMs = 15_000
const connectMs = 5_000
const resolvingMs = 1_000
const bodyMs = 2_000
const keptBytes = 4_096
const idleMs = 4_000
const poolIdleMs = 60_000
const connectionsPerTarget = 64

type Undici = { Agent: typeof Agent; buildConnector: typeof buildConnector }

class ForbiddenTarget extends Error {}

/** Posts to strangers: in bounded time and memory, to public addresses alone. */
export class Poster {
  readonly #allowed: ReadonlySet<string>
  readonly #lookup: LookupFunction
  #undici: Undici | undefined
  /** Connections are kept for one tenant and never used for another. */
  readonly #pools = new Map<string, { agent: Agent; usedAt: number }>()

  constructor({
    allowedHosts = new Set(),
    lookup = systemLookup as LookupFunction,
  }: PosterOptions) {
    this.#allowed = allowedHosts
    this.#lookup = lookup
  }

  isAllowed(url: URL): boolean {
    return url.protocol === 'https:' && this.#allowed.has(hostAndPort(url))
  }

  /** Why a subscription may not name this address, as far as can be told now. */
  async refusal(address: string): Promise<string | undefined> {
    if (!URL.canParse(address)) return 'It is not an address'
    const url = new URL(address)
    if (this.isAllowed(url)) return undefined
    const refused = refusedAddress(url)
    if (refused !== undefined || isIP(hostOf(url)) !== 0) return refused
    return new Promise((resolve) => {
      // A name that nobody answers for now may have an answer when it is delivered to.
      const timer = setTimeout(() => resolve(undefined), resolvingMs)
      this.#publicLookup(hostOf(url), { all: true }, (error) => {
        clearTimeout(timer)
        resolve(error instanceof ForbiddenTarget ? error.message : undefined)
      })
    })
  }

  async post(
    tenantId: string,
    address: string,
    headers: Record<string, string>,
    body: string,
  ): Promise<Posted> {
    const startedAt = performance.now()
    const took = () => Math.round(performance.now() - startedAt)
    try {
      const url = new URL(address)
      const refused = this.isAllowed(url) ? undefined : refusedAddress(url)
      if (refused !== undefined) throw new ForbiddenTarget(refused)
      const agent = await this.#agentOf(tenantId)
      const answer = await agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(deadlineMs),
      })
      const response = await beginningOf(answer.body)
      return { status: answer.statusCode, error: null, durationMs: took(), response }
    } catch (error) {
      return { status: null, error: reasonOf(error), durationMs: took(), response: null }
    }
  }

  async close(): Promise<void> {
    const agents = [...this.#pools.values()].map(({ agent }) => agent.destroy())
    this.#pools.clear()
    await Promise.allSettled(agents)
  }

  async #agentOf(tenantId: string): Promise<Agent> {
    // Loaded when the first delivery is made: processes that post nothing start without it.
    this.#undici ??= await import('undici')
    const now = Date.now()
    let pool = this.#pools.get(tenantId)
    if (pool === undefined) {
      for (const [id, { agent, usedAt }] of this.#pools) {
        if (now - usedAt < poolIdleMs) continue
        this.#pools.delete(id)
        void agent.close()
      }
      this.#pools.set(tenantId, (pool = { agent: this.#newAgent(this.#undici), usedAt: now }))
    }
    pool.usedAt = now
    return pool.agent
  }

  #newAgent({ Agent, buildConnector }: Undici): Agent {
    const shared = { timeout: connectMs, minVersion: 'TLSv1.2', allowH2: false } as const
    const guarded = buildConnector({ ...shared, lookup: this.#publicLookup })
    const open = buildConnector({ ...shared, lookup: this.#lookup })
    return new Agent({
      connections: connectionsPerTarget,
      pipelining: 1,
      keepAliveTimeout: idleMs,
      headersTimeout: deadlineMs,
      bodyTimeout: bodyMs,
      maxHeaderSize: 16 * 1024,
      connect: (options, callback) => {
        const url = new URL(`https://${options.hostname}:${options.port || 443}`)
        if (this.isAllowed(url)) return open(options, callback)
        if (refusedAddress(url) !== undefined) {
          return callback(new ForbiddenTarget('The address is not a public one'), null)
        }
        return guarded(options, (error, socket) => {
          const address = socket?.remoteAddress
          if (socket === null || (address !== undefined && !isForbiddenAddress(address))) {
            return error === null ? callback(null, socket!) : callback(error, null)
          }
          socket.destroy()
          return callback(new ForbiddenTarget('The address is not a public one'), null)
        })
      },
    })
  }

  /** One address that is not public spoils the whole answer: the next try might be given that one. */
  readonly #publicLookup: LookupFunction = (hostname, options, callback) => {
    this.#lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, [])
      const addresses =
        typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found
      if (addresses.length === 0 || addresses.some(({ address }) => isForbiddenAddress(address))) {
        return callback(new ForbiddenTarget('The host is not at a public address'), [])
      }
      return options.all === true
        ? callback(null, addresses)
        : callback(null, addresses[0]!.address, addresses[0]!.family)
    })
  }
}

/** The first bytes of an answer; whatever else it sends, and however slowly, is not waited for. */
async function beginningOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  const timer = setTimeout(() => body.destroy(), bodyMs)
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= keptBytes) break
    }
  } catch {
    // The status came with the head; what is missing of the body changes nothing.
  } finally {
    clearTimeout(timer)
    body.destroy()
  }
  return readable(Buffer.concat(chunks).subarray(0, keptBytes))
}

/** As text that a database takes: answers may hold anything. */
function readable(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll('\u0000', '').slice(0, keptBytes)
}

function reasonOf(error: unknown): string {
  if (error instanceof ForbiddenTarget) return error.message
  if (!(error instanceof Error)) return 'No answer'
  if (error.name === 'TimeoutError') return `No answer within ${deadlineMs / 1000} s`
  const { code } = error as { code?: string }
  const cause = error.cause instanceof ForbiddenTarget ? error.cause.message : undefined
  return (cause ?? (code === undefined ? error.message : `${code}: ${error.message}`)).slice(0, 500)
}
