import type { Poster } from '../webhooks/post.ts'
import type { ErpPort } from './erp.ts'

/**
 * Each thing as a POST of JSON; the same thing sent twice has the same `X-Message-Id`. A business
 * system is as much a stranger as any other receiver.
 */
export function erpWebhook(poster: Pick<Poster, 'post'>): ErpPort {
  return {
    async send(target, { tenantId, kind, key, body }) {
      const text = JSON.stringify({ kind, ...(body as object) })
      const headers = { 'content-type': 'application/json', 'x-message-id': key }
      const { status, error } = await poster.post(tenantId, target, headers, text)
      if (status !== null && status < 400) return
      const refused = new Error(
        status === null ? (error ?? 'No answer') : `the business system answered ${status}`,
      )
      const isAway = status === null || status === 429 || status >= 500
      throw isAway ? Object.assign(refused, { code: 'ECONNABORTED' }) : refused
    },
  }
}
