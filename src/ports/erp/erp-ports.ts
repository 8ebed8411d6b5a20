import { Poster } from '../webhooks/post.ts'
import type { ErpPorts } from './erp.ts'
import { erpFolder } from './file.ts'
import { erpWebhook } from './webhook.ts'

/** The ways to business systems that are shipped; folders stand below the one that is named. */
export function erpPorts(folder: string, poster = new Poster({})): ErpPorts {
  return { FILE: erpFolder(folder), WEBHOOK: erpWebhook(poster) }
}
