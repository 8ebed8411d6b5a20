import { isNarrowed } from '../../../domain/access/scope.ts'
import { retentionOfYear } from '../../../domain/bookkeeping/retention.ts'
import { invalid, refuse } from '../../../domain/refusal.ts'
import { PaymentFile } from '../../../entities/payment-file.ts'
import { lockKey } from '../../../kernel/write/lock-key.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { addFile, checkedFile } from '../../distribution/add-file.ts'
import type { SentFile } from '../../distribution/sent-file.ts'

const texts: readonly string[] = ['application/xml', 'text/csv', 'text/plain']

/** Keeps what a bank sent; nothing of it counts before it is imported. The same counts once. */
export async function createPaymentFile(unit: Unit, sent: SentFile): Promise<PaymentFile> {
  if (isNarrowed(unit.scope)) refuse('ACCESS_DENIED')
  const { filename, size, sha256, mimeType } = checkedFile(sent)
  if (!texts.includes(mimeType)) {
    invalid('/content', 'CONTENT_DIFFERS', 'Files of payments are XML or text')
  }
  await lockKey(unit, 'payment file', sha256)
  const [known] = await unit.readEach(PaymentFile, 'sha256 = $2', [sha256])
  if (known !== undefined) {
    const message = `It was sent before, as ${known.id}`
    refuse('ALREADY_EXISTS', { errors: [{ pointer: '/content', code: 'ALREADY_EXISTS', message }] })
  }
  const owner = { ownerType: 'TENANT', ownerId: unit.tenantId, ...nobodys } as const
  const document = await addFile(unit, 'PAYMENT_FILE', owner, sent)
  document.retentionUntil = retentionOfYear(Number((await unit.today()).slice(0, 4)))
  return unit.add(PaymentFile, {
    clientId: null,
    filename,
    format: isStatusReport(sent) ? 'PAIN002' : null,
    status: 'UPLOADED',
    size,
    sha256,
    documentId: document.id,
    entryCount: 0,
    duplicateCount: 0,
    findingCount: 0,
    findings: [],
    duplicates: null,
    importedAt: null,
    createdBy: unit.principal.id,
  })
}

const begins = 4000

/** By its first element: a report of payments is read by another reader than what came in. */
function isStatusReport({ content }: SentFile): boolean {
  const bytes = Buffer.from(content.slice(0, begins), 'base64')
  return /<(?:[\w.-]+:)?CstmrPmtStsRpt[\s>]/.test(bytes.toString('latin1').replaceAll('\0', ''))
}

const nobodys = { clientId: null, debtorId: null, invoiceId: null }
