/** What was sent takes the place of what was; objects field by field, lists as a whole. */
export function merged<T extends object>(was: T, sent: Readonly<Record<string, unknown>>): T {
  const result: Record<string, unknown> = { ...(was as Record<string, unknown>) }
  for (const [field, value] of Object.entries(sent)) {
    if (value === undefined) continue
    const before = result[field]
    const deeper = isPlain(before) && isPlain(value) && !whole.has(field)
    result[field] = deeper ? merged(before, value) : value
  }
  return result as T
}

/** Objects that only mean something as they were sent. */
const whole = new Set(['paymentAccount'])

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
