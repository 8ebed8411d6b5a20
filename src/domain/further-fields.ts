export type PlainValue = string | number | boolean

/** Fields beyond the known ones; null means that the field is absent. */
export function furtherOf(
  rest: Readonly<Record<string, PlainValue | null | undefined>>,
): Record<string, PlainValue> {
  const said = Object.entries(rest).filter(([, value]) => value != null)
  return Object.fromEntries(said) as Record<string, PlainValue>
}

/** How many fields beyond the known ones are kept at most. */
export const furtherMax = 50
