import type { FrozenInvoice } from '../../../domain/invoices/documents/frozen-invoice.ts'
import type { Runtime } from '../../../kernel/write/runtime.ts'
import { Unreadable } from '../../../ports/apart/kinds.ts'
import { drawnLogotype } from '../../../ports/pictures/pictures.ts'

/** What the last documents showed; `undefined` of what cannot be drawn, which is not tried again. */
type Drawn = Map<string, Promise<Uint8Array | undefined>>

const drawn = new WeakMap<Runtime['apart'], Drawn>()
const keptMax = 200

/**
 * The logotype in pixels of our own, decoded anew whatever was stored: also of what was stored
 * before pictures were decoded when they came. Undefined where there is none that can be drawn.
 */
export async function logotypeOf(
  { apart, documents }: Pick<Runtime, 'apart' | 'documents'>,
  { tenantId, look: { logoKey } }: Pick<FrozenInvoice, 'tenantId' | 'look'>,
): Promise<Uint8Array | undefined> {
  if (logoKey === null) return undefined
  const kept: Drawn = drawn.get(apart) ?? new Map()
  drawn.set(apart, kept)
  const known = kept.get(logoKey)
  if (known !== undefined) return known
  const bytes = await documents.get(logoKey)
  if (bytes === undefined) return undefined
  const decoding = drawnLogotype(apart, tenantId, bytes).catch((error: unknown) => {
    if (error instanceof Unreadable) return undefined
    kept.delete(logoKey)
    throw error
  })
  kept.set(logoKey, decoding)
  if (kept.size > keptMax) kept.delete(kept.keys().next().value ?? '')
  return decoding
}
