const longest = 60

/**
 * What attempts are counted for: an address, of IPv6 the network of which somebody has all
 * addresses. Proxies may name a port as well.
 */
export function addressGroupOf(named: string): string {
  if (!named.includes(':')) return named.slice(0, longest)
  const address = named.replace(/^::ffff:(?=\d+\.)/i, '').slice(0, longest)
  if (!address.includes(':')) return address
  const [, inBrackets] = /^\[([^\]]*)\]/.exec(address) ?? []
  if (inBrackets === undefined && /^[\d.]+:\d+$/.test(address)) return address.split(':')[0] ?? ''
  return `${networkOf(inBrackets ?? address)}::/64`
}

const groupsOf = (text = '') => (text === '' ? [] : text.split(':'))

function networkOf(address: string): string {
  const [before, after] = address.split('::')
  const [head, tail] = [groupsOf(before), groupsOf(after)]
  const left = after === undefined ? 0 : Math.max(0, 8 - head.length - tail.length)
  const all = [...head, ...Array.from({ length: left }, () => '0'), ...tail]
  return all
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')
}
