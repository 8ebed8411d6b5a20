import { lookup as systemLookup } from 'node:dns'
import { isIP, isIPv6, type LookupFunction } from 'node:net'
import type { Agent, buildConnector } from 'undici'
import { hostAndPort, hostOf, isForbiddenAddress, refusedForm, refusedPlace } from './addresses.ts'
import { Answer, type Posted } from './answer.ts'
import { acceptingContinue } from './unasked-continue.ts'
import { askNameServers } from './ask-name-servers.ts'
import { traced } from '../tracing/traced.ts'
import { cutText } from '../../domain/cut-text.ts'

export interface PosterOptions {
  /** `host:port` of receivers that may stand at an address which is not public. */
  allowedHosts?: ReadonlySet<string>
  /** Asks for the addresses of a name: in tests, a resolver of their own. */
  lookup?: LookupFunction
  /** The authorities that are trusted instead of Node's own: in tests. */
  ca?: string
}

export const deadlineMs = 15_000
const connectMs = 5_000
const resolvingMs = 1_000
const idleMs = 4_000
const poolIdleMs = 60_000
/** More than one tenant ever has under way, so that none waits for another of its targets. */
const connectionsPerTarget = 512

type Undici = { Agent: typeof Agent; buildConnector: typeof buildConnector }

/** What no address is written with: controls, blanks and the slash that leans backwards. */
const unwritable = /[\s\p{Cc}\\]/u
/** With a host where one is looked for: parsers find it behind slashes and empty logins as well. */
const writtenOut = /^[a-z]+:\/\/(?![/?#]|:?@)/i

class ForbiddenTarget extends Error {}

/** Posts to strangers: in bounded time and memory, to public addresses alone. */
export class Poster {
  readonly #options: PosterOptions
  #undici: Undici | undefined
  /** Connections are kept for one tenant and never used for another. */
  readonly #pools = new Map<string, { agent: Agent; usedAt: number }>()
  /** A signal is heard once for all that it stops: listeners are sought one by one. */
  readonly #stoppable = new WeakMap<AbortSignal, Set<Answer>>()

  constructor(options: PosterOptions) {
    this.#options = options
  }

  /** Why a subscription may not name this address, as far as is known now. */
  async refusal(address: string): Promise<string | undefined> {
    // A parser drops some of these in silence, so that something else is shown than is posted to.
    if (unwritable.test(address) || !writtenOut.test(address) || !URL.canParse(address)) {
      return 'It is not an address'
    }
    const url = new URL(address)
    const refused = refusedForm(url)
    if (refused !== undefined || this.#isAllowed(url)) return refused
    const reason = refusedPlace(url) ?? (await this.#refusedName(url))
    return reason && `${reason}; RECEIVABLES_WEBHOOK_ALLOWED_HOSTS would have to name it`
  }

  async #refusedName(url: URL): Promise<string | undefined> {
    if (isIP(hostOf(url)) !== 0) return undefined
    return new Promise((resolve) => {
      // A name that nobody answers for now may have an answer when it is delivered to.
      const timer = setTimeout(() => resolve(undefined), resolvingMs)
      this.#publicLookup(hostOf(url), { all: true }, (error) => {
        clearTimeout(timer)
        resolve(error instanceof ForbiddenTarget ? error.message : undefined)
      })
    })
  }

  /** One POST. It never fails: what went wrong is what came of it. */
  post(
    tenantId: string,
    address: string,
    headers: Record<string, string>,
    body: string,
    stopped?: AbortSignal,
  ): Promise<Posted> {
    return traced('POST', { kind: 'client' }, async (span) => {
      if (span === undefined) return this.#posted(tenantId, address, headers, body, stopped)
      const { traceparent } = span
      const posted = await this.#posted(
        tenantId,
        address,
        { ...headers, traceparent },
        body,
        stopped,
      )
      span.note({ 'http.response.status_code': posted.status ?? undefined })
      if (posted.status === null || posted.status >= 400) span.fail(String(posted.status ?? 'NONE'))
      return posted
    })
  }

  async #posted(
    tenantId: string,
    address: string,
    headers: Record<string, string>,
    body: string,
    stopped?: AbortSignal,
  ): Promise<Posted> {
    const startedAt = performance.now()
    try {
      const url = new URL(address)
      const refused = this.#refusalOf(url)
      if (refused !== undefined) throw new ForbiddenTarget(refused)
      const agent = await this.#agentOf(tenantId)
      const { origin, pathname, search } = url
      const others = stopped && this.#stoppedBy(stopped)
      return await new Promise<Posted>((resolve) => {
        const answer = new Answer(deadlineMs, ended, reasonOf)
        function ended(posted: Posted): void {
          others?.delete(answer)
          resolve(posted)
        }
        others?.add(answer)
        agent.dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, answer)
      })
    } catch (error) {
      const durationMs = Math.round(performance.now() - startedAt)
      return { status: null, error: reasonOf(error), durationMs, response: null }
    }
  }

  #stoppedBy(signal: AbortSignal): Set<Answer> {
    const known = this.#stoppable.get(signal)
    if (known !== undefined) return known
    const all = new Set<Answer>()
    this.#stoppable.set(signal, all)
    signal.addEventListener('abort', () => {
      for (const each of all) each.stop(signal.reason as Error)
    })
    return all
  }

  async close(): Promise<void> {
    const agents = [...this.#pools.values()].map(({ agent }) => agent.destroy())
    this.#pools.clear()
    await Promise.allSettled(agents)
  }

  #isAllowed(url: URL): boolean {
    return this.#options.allowedHosts?.has(hostAndPort(url)) === true
  }

  #refusalOf(url: URL): string | undefined {
    return refusedForm(url) ?? (this.#isAllowed(url) ? undefined : refusedPlace(url))
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
        agent.close().catch(() => undefined)
      }
      this.#pools.set(tenantId, (pool = { agent: this.#newAgent(this.#undici), usedAt: now }))
    }
    pool.usedAt = now
    return pool.agent
  }

  #newAgent({ Agent, buildConnector }: Undici): Agent {
    const { ca, lookup = systemLookup as LookupFunction } = this.#options
    const shared = {
      ...(ca !== undefined && { ca }),
      timeout: connectMs,
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
      allowH2: false,
    } as const
    const open = buildConnector({ ...shared, lookup })
    const guarded = buildConnector({ ...shared, lookup: this.#publicLookup })
    return new Agent({
      connections: connectionsPerTarget,
      pipelining: 1,
      keepAliveTimeout: idleMs,
      // The deadline of the whole attempt holds for its parts.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: 16 * 1024,
      connect: (options, callback) => {
        const url = new URL(`https://${bracketed(options.hostname)}:${options.port || 443}`)
        const opened: typeof callback = (...[error, socket]) =>
          error === null ? callback(null, acceptingContinue(socket)) : callback(error, null)
        if (this.#isAllowed(url)) return open(options, opened)
        const refused = refusedPlace(url)
        if (refused !== undefined) return callback(new ForbiddenTarget(refused), null)
        return guarded(options, (...[error, socket]) => {
          if (error !== null) return callback(error, null)
          if (!isForbiddenAddress(socket.remoteAddress ?? '')) return opened(null, socket)
          socket.destroy()
          return callback(new ForbiddenTarget('The address is not a public one'), null)
        })
      },
    })
  }

  /**
   * One address that is not public spoils the whole answer: the next try might be given that one.
   */
  readonly #publicLookup: LookupFunction = (hostname, options, callback) => {
    const { lookup = askNameServers } = this.#options
    lookup(hostname, { ...options, all: true }, (error, found) => {
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

const bracketed = (host: string) => (isIPv6(host) ? `[${host}]` : host)

/** In one line of words: where in our own memory or code it happened is nothing for receivers. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'No answer'
  const { code, reason } = error as { code?: string; reason?: unknown }
  if (code === 'ERR_ASSERTION') return 'The answer is not HTTP'
  const words = (typeof reason === 'string' ? reason : error.message).replaceAll(
    /[\s\p{Cc}]+/gu,
    ' ',
  )
  const isOurs = error instanceof ForbiddenTarget || code === undefined
  return cutText((isOurs ? words : `${code}: ${words}`).trim(), 500) || 'No answer'
}
