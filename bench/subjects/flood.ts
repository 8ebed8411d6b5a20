import { Agent, request } from 'node:http'
import type { Load } from '../shared/load.ts'

/** What is sent, how many at once, and the first of their numbers. */
export interface Asked {
  load: Load
  atOnce: number
  first: number
}

const stopped = new AbortController()

process.once('message', (asked: Asked) => {
  process.once('message', () => stopped.abort())
  void flooding(asked).then((answers) => process.send?.(answers, () => process.disconnect()))
})

/** The same again and again, until it is told to stop; what came back, by status. */
async function flooding({ load, atOnce, first }: Asked): Promise<Record<string, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const answers: Record<string, number> = {}
  let n = first
  const again = async () => {
    while (!stopped.signal.aborted) {
      const status = await once(load, agent, ++n)
      answers[status] = (answers[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, again))
  agent.destroy()
  return answers
}

function once(load: Load, agent: Agent, n: number): Promise<string> {
  const body = Buffer.from((load.body ?? '').replaceAll('{n}', String(n)))
  const headers = { ...load.headers, 'content-length': String(body.byteLength) }
  return new Promise((resolve) => {
    const asked = request(load.url, { agent, method: load.method, headers }, (answer) => {
      answer.resume().once('end', () => resolve(String(answer.statusCode)))
    })
    asked.once('error', () => resolve('no answer'))
    asked.end(body)
  })
}
