/** What a request is refused with that its own schema rules out. A rule of ours has another code. */
export const schemaCodes: readonly string[] = [
  'INVALID_ELEMENT',
  'INVALID_FORMAT',
  'INVALID_KEY',
  'INVALID_TYPE',
  'INVALID_UNION',
  'INVALID_VALUE',
  'NOT_MULTIPLE_OF',
  'TOO_BIG',
  'TOO_SMALL',
  'UNKNOWN_FIELD',
]
