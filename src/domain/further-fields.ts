export type PlainValue = string | number | boolean

/** Fields beyond the known ones; what is null says nothing. */
export function furtherOf(
  rest: Readonly<Record<string, PlainValue | null | undefined>>,
): Record<string, PlainValue> {
  const said = Object.entries(rest).filter(([, value]) => value != null)
  return Object.fromEntries(said) as Record<string, PlainValue>
}

/** So many fields of others' own are kept. */
export const furtherMax = 50
