/** A key that begins so holds its bytes in base64; any other is taken letter by letter. */
export const encodedKey = 'whsec_'

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

export function isUsableKey(key: string): boolean {
  if (!key.startsWith(encodedKey)) return true
  const encoded = key.slice(encodedKey.length)
  return encoded !== '' && base64.test(encoded)
}
