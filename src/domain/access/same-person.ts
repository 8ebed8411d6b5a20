/**
 * Whether two principals are one person. Given are the ids behind each: its own, the maker of its
 * token, the maker of that one's token, and so on. The platform is not a person.
 */
export function samePerson(one: Iterable<string>, other: Iterable<string>): boolean {
  const behind = new Set(one)
  behind.delete('platform')
  return [...other].some((id) => behind.has(id))
}
