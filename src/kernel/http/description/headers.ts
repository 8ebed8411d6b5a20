import { exampleId } from '../../../entities/ids.ts'

const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string', examples: [example] },
})

/** The headers of answers, written once and referred to. */
export const headers = {
  'X-Request-Id': text(
    'Names this request in logs and problems: the one that was sent, or a new one.',
    '8f14e45f-ceea-4d1a-9d5b-0c6f2b7a1e33',
  ),
  ETag: text('The version of what is shown, for If-Match; of a file, its SHA-256.', '"1"'),
  'Content-Disposition': text(
    'The name of the file (RFC 6266).',
    'attachment; filename="Faktura 1001.pdf"; filename*=UTF-8\'\'Faktura%201001.pdf',
  ),
  Location: text('Where what was created can be read.', `/roles/${exampleId('Role')}`),
  'Idempotency-Replayed': text('`true` when this is the answer to an earlier request.', 'true'),
  RateLimit: text(
    'What is left of the rate of the caller (`default`), or of the tenant where that is less.',
    '"default";r=4999;t=1',
  ),
  'Retry-After': {
    description: 'Seconds after which to repeat the request.',
    schema: { type: 'integer', minimum: 1, examples: [1] },
  },
  'WWW-Authenticate': text('The scheme by which to authenticate.', 'Bearer'),
} as const

export type HeaderName = keyof typeof headers

export function headerRefs(names: readonly HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
