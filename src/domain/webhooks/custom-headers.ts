export const customHeadersMax = 20
const valueMax = 1_000
const nameShape = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/
const valueShape = /^[\t\x20-\x7e\x80-\xff]*$/
const ours =
  /^(?:host|content-.*|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*|webhook-.*|x-webhook-id|user-agent|accept-encoding|__proto__)$/i

/** Why a header cannot be added to deliveries; none for one that can. */
export function headerFault(name: string, value: string, keeps: boolean): string | undefined {
  if (!nameShape.test(name)) return 'It is not a name of a header'
  if (ours.test(name)) return 'This header belongs to the delivery itself'
  if (value.length > valueMax) return `At most ${valueMax} characters`
  if (keeps && value === withheld) return undefined
  return valueShape.test(value) ? undefined : 'It holds characters that no header can'
}

/** Names are the same in capitals, so that a receiver would read one value or the other. */
export function repeatedHeader(names: readonly string[]): string | undefined {
  const seen = new Set<string>()
  return names.find((name) => seen.size === seen.add(name.toLowerCase()).size)
}

/** Shown instead of a value; sent back, it says that the value stays. */
export const withheld = '•••'

/** What is shown of headers: their names, since any value may open something. */
export function shownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, withheld]))
}
