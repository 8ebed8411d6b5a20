import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import type { Load } from '../shared/load.ts'

/** Sends the same again and again, so many at once, until it is told to stop; tells what came back. */
const { load, atOnce, first } = workerData as { load: Load; atOnce: number; first: number }
const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
const answers: Record<string, number> = {}
let stopping = false
let n = first

const numbered = (text: string) => text.replaceAll('{n}', String(n))

function once(): Promise<string> {
  n++
  const body = Buffer.from(numbered(load.body ?? ''))
  const headers = { ...load.headers, 'content-length': String(body.byteLength) }
  return new Promise((resolve) => {
    const asked = request(load.url, { agent, method: load.method, headers }, (answer) => {
      answer.resume().once('end', () => resolve(String(answer.statusCode)))
    })
    asked.once('error', () => resolve('no answer'))
    asked.end(body)
  })
}

async function again(): Promise<void> {
  while (!stopping) {
    const status = await once()
    answers[status] = (answers[status] ?? 0) + 1
  }
}

parentPort!.once('message', () => (stopping = true))
await Promise.all(Array.from({ length: atOnce }, again))
agent.destroy()
parentPort!.postMessage(answers)
parentPort!.close()
