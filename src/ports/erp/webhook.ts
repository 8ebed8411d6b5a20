import { request } from 'node:https'
import type { ErpPort } from './erp.ts'

export interface WebhookOptions {
  timeoutMs?: number
  /** Whom to trust besides the authorities that everyone trusts. */
  ca?: string
}

/** Each thing as a POST of JSON; the same thing sent twice has the same `X-Message-Id`. */
export function erpWebhook({ timeoutMs = 8_000, ca }: WebhookOptions = {}): ErpPort {
  return {
    async send(target, { kind, key, body }) {
      if (!target.startsWith('https://')) throw new Error('only https addresses are sent to')
      const text = JSON.stringify({ kind, ...(body as object) })
      const status = await post(target, text, key, { timeoutMs, ...(ca !== undefined && { ca }) })
      if (status >= 400) throw new Error(`the business system answered ${status}`)
    },
  }
}

function post(
  target: string,
  text: string,
  key: string,
  { timeoutMs, ca }: WebhookOptions,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
      'X-Message-Id': key,
    }
    const signal = AbortSignal.timeout(timeoutMs ?? 8_000)
    const sent = request(target, { method: 'POST', headers, signal, ca }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 500))
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(text)
  })
}
