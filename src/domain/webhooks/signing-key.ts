/** A key that begins so holds its bytes in base64; any other is taken letter by letter. */
export const encodedKey = 'whsec_'

/** What is shorter can be tried out by whoever has seen one delivery. */
export const keyMin = 16

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

export function isUsableKey(key: string): boolean {
  if (!key.startsWith(encodedKey)) return true
  const encoded = key.slice(encodedKey.length)
  return base64.test(encoded) && bytesOf(encoded) >= keyMin
}

const bytesOf = (encoded: string) => Math.floor((encoded.replace(/=+$/, '').length * 3) / 4)
