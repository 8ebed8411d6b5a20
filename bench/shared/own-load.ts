import { Agent, request } from 'node:http'
import type { Load, Loaded } from './load.ts'

/** The same loop for both sides where there is no wrk: it takes more of the processor than wrk does. */
export async function ownLoad(
  of: Load,
  connections: number,
  seconds: number,
  first: number,
): Promise<Loaded> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const latencies: number[] = []
  const began = performance.now()
  const until = began + seconds * 1000
  let n = first
  const loop = async () => {
    while (performance.now() < until) {
      const sent = performance.now()
      await once(of, agent, ++n)
      latencies.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: connections }, loop))
  const tookMs = performance.now() - began
  agent.destroy()
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(share * (latencies.length - 1))] ?? NaN
  return { perSecond: latencies.length / (tookMs / 1000), p50Ms: at(0.5), p99Ms: at(0.99) }
}

function once({ url, method = 'GET', headers = {}, body }: Load, agent: Agent, n: number) {
  const numbered = (text: string) => text.replaceAll('{n}', String(n))
  const sent = body === undefined ? undefined : Buffer.from(numbered(body))
  const fields = Object.entries(headers).map(([name, value]) => [name, numbered(value)])
  const length = sent === undefined ? {} : { 'content-length': String(sent.byteLength) }
  return new Promise<void>((resolve, reject) => {
    const asked = request(
      url,
      { agent, method, headers: { ...Object.fromEntries(fields), ...length } },
      (answer) => {
        const { statusCode = 500 } = answer
        if (statusCode >= 300) reject(new Error(`not every answer was a success: ${statusCode}`))
        answer.resume().once('end', resolve)
      },
    )
    asked.once('error', reject)
    asked.end(sent)
  })
}
