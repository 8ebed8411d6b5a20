import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

/**
 * Networks that no delivery may reach: ours, the machine's, and those that are nobody's to serve.
 */
const forbiddenNetworks = {
  ipv4: [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.31.196.0', 24],
    ['192.52.193.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
    ['192.175.48.0', 24],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
    // Metadata of clouds at addresses that are public by their number.
    ['168.63.129.16', 32],
    ['100.100.100.200', 32],
  ],
  // Only 2000::/3 is given out; of it, what carries an IPv4 address inside or documents something.
  ipv6: [
    ['::', 3],
    ['4000::', 2],
    ['8000::', 1],
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['3fff::', 20],
  ],
} as const

// A list of both would take an IPv4 address for the IPv6 one that stands for it.
const forbidden = { ipv4: new BlockList(), ipv6: new BlockList() }
for (const family of ['ipv4', 'ipv6'] as const) {
  for (const [network, bits] of forbiddenNetworks[family]) {
    forbidden[family].addSubnet(network, bits, family)
  }
}

export function isForbiddenAddress(address: string): boolean {
  const version = isIP(address)
  // An address with a zone is one of a network at hand.
  if (version === 0 || address.includes('%')) return true
  const family = version === 4 ? 'ipv4' : 'ipv6'
  return forbidden[family].check(address, family) || isOwn(address)
}

/** Nothing is delivered to the machine's own addresses, even if they are public. */
function isOwn(address: string): boolean {
  return Object.values(networkInterfaces()).some((all) =>
    all?.some((own) => own.address === address),
  )
}

const localNames =
  /\.(?:localhost|localdomain|local|internal|intranet|lan|home|corp|private|svc|cluster|test|invalid|onion|arpa)$/
const forbiddenPorts = new Set([
  2375, 2376, 3306, 5432, 6379, 6443, 7233, 9200, 10250, 11211, 27017,
])
const wellKnownPorts = new Set([443, 8443])
const firstFreePort = 1024

/** Why nothing is posted to an address of this form, wherever it stands. */
export function refusedForm(url: URL): string | undefined {
  if (url.protocol !== 'https:') return 'The address must be https'
  if (url.username !== '' || url.password !== '') return 'The address must not hold a login'
  return undefined
}

/** Why a delivery may not go to this address, decided before the network is used. */
export function refusedPlace(url: URL): string | undefined {
  const port = portOf(url)
  if (!wellKnownPorts.has(port) && (port < firstFreePort || forbiddenPorts.has(port))) {
    return `Port ${port} is not one for webhooks`
  }
  return refusedHost(hostOf(url))
}

/** Why nobody of a stranger's is looked for at this host, by its name or address alone. */
export function refusedHost(host: string): string | undefined {
  if (isIP(host) !== 0) {
    return isForbiddenAddress(host) ? 'The address is not a public one' : undefined
  }
  const name = host.toLowerCase().replace(/\.$/, '')
  if (!isNameOfHost(name)) return 'No host can have this name'
  if (!name.includes('.') || localNames.test(name)) return 'The host is not a public one'
  return undefined
}

const nameMax = 253
const labelShape = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

const isNameOfHost = (name: string) =>
  name.length <= nameMax && name.split('.').every((label) => labelShape.test(label))

export const portOf = (url: URL): number => (url.port === '' ? 443 : Number(url.port))

/** Without the brackets that an address carries only inside of a url. */
export const hostOf = (url: URL): string => url.hostname.replaceAll(/^\[|\]$/g, '').toLowerCase()

/** The word by which `RECEIVABLES_WEBHOOK_ALLOWED_HOSTS` names a host. */
export const hostAndPort = (url: URL): string => `${hostOf(url)}:${portOf(url)}`
