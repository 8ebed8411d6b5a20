/**
 * Whether two principals are one person, of each those who are behind it: itself, who made the
 * token it acts by, who made that one, and so on. The platform is nobody in particular.
 */
export function samePerson(one: Iterable<string>, other: Iterable<string>): boolean {
  const behind = new Set(one)
  behind.delete('platform')
  return [...other].some((id) => behind.has(id))
}
