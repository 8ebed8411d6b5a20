import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'

let resolver: Resolver | undefined

/**
 * Asks name servers alone: names that the machine knows by itself are none of a stranger's, and its
 * own resolver has few threads, which names that nobody answers for would take from all others.
 */
export const askNameServers: LookupFunction = (hostname, _, callback) => {
  addressesOf(hostname).then(
    (found) => process.nextTick(callback, null, found),
    (error: NodeJS.ErrnoException) => process.nextTick(callback, error, []),
  )
}

async function addressesOf(hostname: string): Promise<LookupAddress[]> {
  resolver ??= new Resolver({ timeout: 1_000, tries: 2 })
  const [four, six] = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ])
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
  const of = (result: PromiseSettledResult<string[]>, family: number) =>
    result.status === 'rejected' ? [] : result.value.map((address) => ({ address, family }))
  return [...of(four, 4), ...of(six, 6)]
}
