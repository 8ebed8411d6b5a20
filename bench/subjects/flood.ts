import { Agent, request } from 'node:http'
import type { CameBack } from '../shared/flood.ts'
import type { Load } from '../shared/load.ts'

/** What is sent, how many at once, and the first of their numbers. */
export interface Asked {
  load: Load
  atOnce: number
  first: number
}

const stopped = new AbortController()

// Whoever sent it is gone, and may not have told it to stop.
process.once('disconnect', () => process.exit())

process.once('message', (asked: Asked) => {
  process.once('message', () => stopped.abort())
  void flooding(asked).then((answers) => process.send?.(answers, () => process.disconnect()))
})

/** The same again and again, until it is told to stop. */
async function flooding({ load, atOnce, first }: Asked): Promise<CameBack> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const came: CameBack = { answers: {}, bytes: 0 }
  let n = first
  const again = async () => {
    while (!stopped.signal.aborted) {
      const status = await once(load, agent, ++n, came)
      came.answers[status] = (came.answers[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, again))
  agent.destroy()
  return came
}

function once(load: Load, agent: Agent, n: number, came: CameBack): Promise<string> {
  const body = Buffer.from((load.body ?? '').replaceAll('{n}', String(n)))
  const headers = { ...load.headers, 'content-length': String(body.byteLength) }
  return new Promise((resolve) => {
    const asked = request(load.url, { agent, method: load.method, headers }, (answer) => {
      answer.on('data', (chunk: Buffer) => (came.bytes += chunk.byteLength))
      answer.once('end', () => resolve(String(answer.statusCode)))
    })
    asked.once('error', () => resolve('no answer'))
    asked.end(body)
  })
}
