import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Told {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  facts: Record<string, unknown>
  failed: boolean
  ms: number
}

export interface Collector {
  url: string
  spans: Told[]
  /** All that came, as it came. */
  raw(): string
  named(name: string): Told[]
  close(): Promise<void>
}

interface Sent {
  resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[]
}

interface SentSpan extends Omit<Told, 'facts' | 'failed' | 'ms'> {
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number }
  startTimeUnixNano: string
  endTimeUnixNano: string
}

/** Takes what is told by OTLP over HTTP. */
export async function collector(): Promise<Collector> {
  const spans: Told[] = []
  const texts: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      texts.push(text)
      const sent = JSON.parse(text) as Sent
      for (const { scopeSpans } of sent.resourceSpans) {
        spans.push(...scopeSpans.flatMap((scope) => scope.spans.map(toldBy)))
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1/traces`,
    spans,
    raw: () => texts.join('\n'),
    named: (name) => spans.filter((span) => span.name === name),
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function toldBy(sent: SentSpan): Told {
  const { attributes, status, startTimeUnixNano: from, endTimeUnixNano: to, ...span } = sent
  return {
    ...span,
    facts: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
    failed: status.code === 2,
    ms: Number(BigInt(to) - BigInt(from)) / 1e6,
  }
}
