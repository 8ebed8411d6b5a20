import { isIPv4 } from 'node:net'

/** By what we show who we are, as Temporal's own variables and profiles have it. */
export interface ShownToTemporal {
  tls?: boolean | { clientCertPair?: unknown } | null | undefined
  apiKey?: unknown
  metadata?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Who reaches a Temporal that asks nobody who they are begins, ends and reads what they like there.
 * On this machine our own does not ask; from another one it must.
 */
export function refuseUnguarded(address: string, { tls, apiKey, metadata }: ShownToTemporal): void {
  if (isLoopback(address)) return
  const isEncrypted = tls !== undefined && tls !== null && tls !== false
  const isNamed = typeof tls === 'object' && tls?.clientCertPair !== undefined
  const isKnown = isNamed || apiKey !== undefined || metadata?.['authorization'] !== undefined
  if (isEncrypted && isKnown) return
  throw new Error(
    `the Temporal at ${address} is not on this machine, and nothing shows it who we are` +
      `${isKnown ? ' but what others on the way can read' : ''}: give a client certificate ` +
      '(TEMPORAL_TLS_CLIENT_CERT_PATH, TEMPORAL_TLS_CLIENT_KEY_PATH and, for an authority of ' +
      'your own, TEMPORAL_TLS_SERVER_CA_CERT_PATH) or a key (TEMPORAL_API_KEY), and let it ' +
      'refuse whoever has none. If nobody else can reach it in your network, say so by ' +
      'RECEIVABLES_TEMPORAL_UNGUARDED=on',
  )
}

/** Any other name is resolved by somebody else, so only the machine's own counts. */
export function isLoopback(address: string): boolean {
  const host = address
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase()
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}
