import { nameAtReceiver } from '../../../domain/bookkeeping/file-delivery.ts'
import type { BookkeepingReceiver } from '../../../entities/bookkeeping-delivery.ts'
import type { BookkeepingFile } from '../../../entities/bookkeeping-file.ts'
import type { Document } from '../../../entities/document.ts'
import type { Runtime } from '../../../kernel/write/runtime.ts'
import { saidOf } from '../../../ports/banks/feeds/visit.ts'
import { LetterRefused } from '../../../ports/mail/mail.ts'
import { crashPoint } from '../../../ports/process/crash-point.ts'
import { PutRefused } from '../../../ports/sftp/put-file.ts'
import { signedHeaders, signingKey } from '../../../ports/webhooks/sign.ts'
import { refuseChanged } from '../../distribution/refuse-changed.ts'
import { serverOf, type ReceiverCredentials } from './receivers.ts'

export interface FileToSend {
  deliveryId: string
  at: Date
  file: BookkeepingFile
  document: Document
  receiver: BookkeepingReceiver
  credentials: ReceiverCredentials
}

export type Sent =
  | { outcome: 'TAKEN'; recipient: string; error?: undefined }
  | { outcome: 'AWAY'; error: string }
  | { outcome: 'REFUSED'; error: string }

/** Without a connection: whoever receives it may take as long as they like. */
export async function sendFile(runtime: Runtime, send: FileToSend): Promise<Sent> {
  const { document, receiver, deliveryId } = send
  const bytes = await runtime.documents.get(document.storageKey ?? '')
  if (bytes === undefined) throw new Error('a bookkeeping file is not where it was kept')
  refuseChanged(bytes, document)
  const sent = await waysOf[receiver.method](runtime, send, bytes)
  if (sent.outcome === 'TAKEN') crashPoint('file-delivered', () => [deliveryId])
  return sent
}

type Way = (runtime: Runtime, send: FileToSend, bytes: Uint8Array) => Promise<Sent>

const waysOf: Readonly<Record<BookkeepingReceiver['method'], Way>> = {
  EMAIL: byMail,
  SFTP: bySftp,
  WEBHOOK: byWebhook,
}

async function byMail({ mail }: Runtime, send: FileToSend, bytes: Uint8Array): Promise<Sent> {
  const { document, receiver, deliveryId } = send
  const { filename, mimeType } = document
  const to = receiver.email ?? ''
  try {
    await mail.send({
      to,
      subject: `Bookkeeping file ${filename}`,
      text: `${linesOf(send).join('\n')}\n`,
      messageId: deliveryId,
      attachments: [{ filename, mimeType, bytes }],
    })
    return { outcome: 'TAKEN', recipient: to }
  } catch (error) {
    return untaken(error instanceof LetterRefused, saidOf(error))
  }
}

function linesOf({ file, document }: FileToSend): string[] {
  const { series, fiscalYear, fromDate, toDate, voucherCount, currency } = file
  return [
    `${voucherCount} vouchers of series ${series}, fiscal year ${fiscalYear}, in ${currency}`,
    `from ${fromDate} to ${toDate}.`,
    '',
    `SHA-256 of the file: ${document.sha256}`,
  ]
}

async function bySftp(runtime: Runtime, send: FileToSend, bytes: Uint8Array): Promise<Sent> {
  const { file, document, receiver, credentials } = send
  const name = nameAtReceiver(file.id, document.sha256, document.filename)
  const folder = receiver.folder ?? ''
  try {
    const server = { ...serverOf(receiver), credentials }
    await runtime.fileServers.put(server, { folder, name, bytes })
    const { host, port } = receiver
    return { outcome: 'TAKEN', recipient: `${host}:${port} ${folder}/${name}` }
  } catch (error) {
    return untaken(error instanceof PutRefused, saidOf(error))
  }
}

/** What a receiver says of itself, and not of the file: it may take it later. */
const passing = new Set([408, 425, 429])

async function byWebhook({ poster }: Runtime, send: FileToSend, bytes: Uint8Array): Promise<Sent> {
  const { deliveryId, at, document, file, receiver, credentials } = send
  const url = receiver.url ?? ''
  const { filename, mimeType, size, sha256 } = document
  const { series, fiscalYear, currency, fromDate, toDate, voucherCount, format } = file
  const about = { series, fiscalYear, currency, fromDate, toDate, voucherCount, format }
  const content = Buffer.from(bytes).toString('base64')
  const body = JSON.stringify({
    deliveryId,
    fileId: file.id,
    ...about,
    file: { filename, mimeType, size, sha256, content },
  })
  const headers = {
    'content-type': 'application/json',
    ...signedHeaders(deliveryId, at, body, [signingKey(credentials.signingKey ?? '')]),
  }
  const { status, error } = await poster.post(document.tenantId, url, headers, body)
  // Where it is sent elsewhere nobody has it: it goes to no place that its owner has not named.
  if (status !== null && status < 300) return { outcome: 'TAKEN', recipient: url }
  if (status === null) return { outcome: 'AWAY', error: error ?? 'No answer' }
  const isAway = status >= 500 || passing.has(status)
  return untaken(!isAway, `The receiver answered ${status}`)
}

const untaken = (isForGood: boolean, error: string): Sent =>
  isForGood ? { outcome: 'REFUSED', error } : { outcome: 'AWAY', error }
