import { lookup as systemLookup } from 'node:dns'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { isForbiddenAddress, refusedHost } from '../webhooks/addresses.ts'
import { askNameServers } from '../webhooks/ask-name-servers.ts'

export interface ReachOptions {
  /** `host:port` of those that may stand at an address which is not public. */
  allowedHosts: ReadonlySet<string>
  /** Asks for the addresses of a name: in tests, a resolver of their own. */
  lookup?: LookupFunction
}

/** Why nothing is fetched from there, as far as is known without the network. */
export function refusedReach(
  host: string,
  port: number,
  { allowedHosts }: Pick<ReachOptions, 'allowedHosts'>,
): string | undefined {
  if (allowedHosts.has(`${host.toLowerCase()}:${port}`)) return undefined
  const reason = refusedHost(host)
  return reason && `${reason}; RECEIVABLES_WEBHOOK_ALLOWED_HOSTS would have to name it`
}

/** A connection to a stranger's machine, at a public address alone. */
export async function reach(
  host: string,
  port: number,
  options: ReachOptions,
  stopped: AbortSignal,
): Promise<Socket> {
  const refused = refusedReach(host, port, options)
  if (refused !== undefined) throw new Error(refused)
  const isAllowed = options.allowedHosts.has(`${host.toLowerCase()}:${port}`)
  const lookup = isAllowed ? systemLookup : publicLookup(options.lookup ?? askNameServers)
  const socket = connect({ host, port, lookup: lookup as LookupFunction, signal: stopped })
  // Whoever ends it while nobody listens ends it all the same.
  socket.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject)
  })
  if (isAllowed || !isForbiddenAddress(socket.remoteAddress ?? '')) return socket
  socket.destroy()
  throw new Error('The address is not a public one')
}

/** One address that is not public spoils the whole answer: the next try might be given that one. */
const publicLookup =
  (lookup: LookupFunction): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, [])
      const addresses =
        typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found
      if (addresses.length === 0 || addresses.some(({ address }) => isForbiddenAddress(address))) {
        return callback(new Error('The host is not at a public address'), [])
      }
      return options.all === true
        ? callback(null, addresses)
        : callback(null, addresses[0]!.address, addresses[0]!.family)
    })
  }
