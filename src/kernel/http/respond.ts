const always = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

/** An answer with all its headers at once: a header added later would cost a copy of the answer. */
export function respond(
  requestId: string,
  status: number,
  body: string | Uint8Array | ReadableStream<Uint8Array> | null,
  headers: Record<string, string>,
): Response {
  return new Response(body as ConstructorParameters<typeof Response>[0], {
    status,
    headers: { ...always, 'X-Request-Id': requestId, ...headers },
  })
}

/** What other answers than those of operations carry as well. */
export function secure(headers: Headers): void {
  for (const [name, value] of Object.entries(always)) {
    if (!headers.has(name)) headers.set(name, value)
  }
}
