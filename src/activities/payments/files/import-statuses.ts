import { z } from 'zod'
import type { Finding } from '../../../domain/payments/bank-file.ts'
import {
  misfitOf,
  outcomeOf,
  type Asked,
  type PaidOutcome,
  type StatusRead,
  type StatusReportRead,
} from '../../../domain/payments/status-report.ts'
import { isIdOf } from '../../../domain/id-forms.ts'
import { isId } from '../../../domain/ids.ts'
import { Document } from '../../../entities/document.ts'
import { PaymentFile } from '../../../entities/payment-file.ts'
import { PaymentReturn } from '../../../entities/payment-return.ts'
import { PayoutBatch } from '../../../entities/payout-batch.ts'
import { Payout } from '../../../entities/payout.ts'
import { sentDay } from '../../../kernel/read/fields.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'
import type { Runtime } from '../../../kernel/write/runtime.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { startTask } from '../../system/start-task.ts'
import { taskOf } from '../../task.ts'
import { endFile, type Faults } from './end-file.ts'
import { readKept } from './read-kept.ts'
import { answerReturn } from '../returns/answer-return.ts'

/** What a bank has said of payments, by what we called each. */
export const answersInput = z.object({
  fileId: z.string(),
  answers: z.record(
    z.string(),
    z.object({
      outcome: z.enum(['DONE', 'WAITING', 'REJECTED']),
      reason: z.string().nullable(),
      /** On which it left the account; absent where nobody has said it. */
      day: sentDay.nullish(),
      /** Of what came back, the day on which it had left. */
      left: sentDay.optional(),
    }),
  ),
})
type Answers = z.output<typeof answersInput>['answers']

/** A bank's report of what it was to pay (pain.002): each payment is answered by itself. */
export async function importStatuses(unit: Unit, id: string): Promise<void> {
  const seen = await unit.load(PaymentFile, id)
  if (seen.status !== 'IMPORTING') return
  const document = await unit.load(Document, seen.documentId)
  const { tenantId } = unit
  const read = await unit.apart((outside) => readReport(outside, tenantId, document))
  const file = await loadHeld(unit, PaymentFile, id)
  if (file.status !== 'IMPORTING') return
  if (!('statuses' in read)) {
    return endWith(unit, file, { findings: [read], count: 1 }, 0)
  }
  const { returns, payouts, findings } = await sortedAnswers(unit, read.statuses)
  const known = read.statuses.length - findings.length
  const all = [...read.findings, ...findings]
  await endWith(unit, file, { findings: all, count: read.findingCount + findings.length }, known)
  await startAnswers(unit, id, { returns, payouts })
}

export async function startAnswers(
  unit: Unit,
  fileId: string,
  { returns, payouts }: Omit<Sorted, 'findings'>,
): Promise<void> {
  await start(unit, 'payments.answerReturns', fileId, returns)
  await start(unit, 'payments.answerPayouts', fileId, payouts)
}

type Read = StatusReportRead & { statuses: readonly StatusRead[] }

async function readReport(
  outside: Runtime,
  tenantId: string,
  document: Document,
): Promise<Read | Finding> {
  return readKept(outside, document, async (bytes) => {
    const report = { value: {}, parts: [bytes] }
    const { value, parts } = await outside.apart.do('statusReport', tenantId, report)
    const pages = parts.map((part) => JSON.parse(Buffer.from(part).toString()))
    return { ...(value as StatusReportRead), statuses: pages.flat() as StatusRead[] }
  })
}

interface Sorted {
  returns: Answers
  payouts: Answers
  findings: Finding[]
}

/**
 * The last that is said of a payment counts. What is said of a whole message or part is of each
 * that waits in the batch that it was made of, unless something is said of that one.
 */
export async function sortedAnswers(unit: Unit, statuses: readonly StatusRead[]): Promise<Sorted> {
  const batches = await waitingInBatches(unit, statuses)
  const names = [...new Set(statuses.map(({ id }) => id))]
  const named = (prefix: string) => names.filter((id) => id.startsWith(prefix) && isId(id))
  const [returns, payouts] = await Promise.all([
    rowsOf(unit, PaymentReturn, { id: named('PR') }, ['id', 'amount', 'currency']),
    rowsOf(unit, Payout, { id: named('PO') }, ['id', 'amount', 'currency']),
  ])
  const asked = new Map<string, Asked & { of: 'returns' | 'payouts' }>([
    ...payouts.map((one) => [one.id, { ...one, of: 'payouts' }] as const),
    ...returns.map((one) => [one.id, { ...one, of: 'returns' }] as const),
  ])
  const all: Sorted = { returns: {}, payouts: {}, findings: [] }
  for (const said of statuses) {
    const waiting = said.level === 'PAYMENT' ? undefined : batches.get(said.id)
    if (waiting === undefined) continue
    const outcome: PaidOutcome = outcomeOf(said.status) ?? 'WAITING'
    for (const id of waiting) all.payouts[id] = { outcome, reason: said.reason, day: said.day }
  }
  for (const said of statuses) {
    if (said.level !== 'PAYMENT' && batches.has(said.id)) continue
    const one = said.level === 'PAYMENT' ? asked.get(said.id) : undefined
    const misfit = misfitOf(said, one)
    if (misfit !== undefined) all.findings.push({ place: said.place, ...misfit })
    else if (one !== undefined) {
      const outcome: PaidOutcome = outcomeOf(said.status) ?? 'WAITING'
      all[one.of][one.id] = { outcome, reason: said.reason, day: said.day }
    }
  }
  return all
}

/** The payouts that a bank has and has not answered, by the batch whose id its message had. */
async function waitingInBatches(
  unit: Unit,
  statuses: readonly StatusRead[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const named = statuses.flatMap(({ level, id }) => (level === 'PAYMENT' ? [] : id))
  const ids = [...new Set(named)].filter((id) => isIdOf('POB', id))
  if (ids.length === 0) return new Map()
  const [known, payouts] = await Promise.all([
    rowsOf(unit, PayoutBatch, { id: ids }, ['id']),
    rowsOf(unit, Payout, { batchId: ids, status: ['EXPORTED', 'BOOKED'] }, ['id', 'batchId']),
  ])
  const ofBatch = Map.groupBy(payouts, ({ batchId }) => batchId ?? '')
  return new Map(known.map(({ id }) => [id, (ofBatch.get(id) ?? []).map((one) => one.id)]))
}

async function endWith(
  unit: Unit,
  file: PaymentFile,
  faults: Faults,
  known: number,
): Promise<void> {
  file.entryCount = known
  await endFile(unit, file, faults, known > 0)
}

async function start(
  unit: Unit,
  taskName: 'payments.answerReturns' | 'payments.answerPayouts',
  fileId: string,
  answers: Answers,
): Promise<void> {
  const told = Object.keys(answers).filter((id) => answers[id]?.outcome !== 'WAITING')
  // Those with the same outcome follow each other, and are booked together.
  const ids = [...Map.groupBy(told, (id) => answers[id]!.outcome).values()].flat()
  if (ids.length === 0) return
  const input = { fileId, answers: Object.fromEntries(ids.map((id) => [id, answers[id]!])) }
  await startTask(unit, { taskName, ids, input, oneOf: 'fileId' })
}

/** As a person would say it of a return; said once more, it changes nothing. */
export const answerReturns = taskOf({
  kind: 'PaymentReturn',
  input: answersInput,
  async one(unit, id, { answers }) {
    const { outcome, day } = answers[id] ?? {}
    const status = outcome === 'DONE' ? 'CONFIRMED' : 'REJECTED'
    const [now] = await rowsOf(unit, PaymentReturn, { id: [id] }, ['status'])
    if (now?.status !== status) await answerReturn(unit, id, { status, day })
  },
})
