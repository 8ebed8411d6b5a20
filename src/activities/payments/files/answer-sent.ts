import type { Finding, SentRead } from '../../../domain/payments/bank-file.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { sortedAnswers, startAnswers } from './import-statuses.ts'
import type { CameBack } from './take-entries.ts'

/**
 * What a statement shows to have left our account has arrived, as if the bank had answered so.
 * Other orders of the same account are not ours to judge; one of another amount is a finding. What
 * came back had left before.
 */
export async function answerSent(
  unit: Unit,
  fileId: string,
  sent: readonly SentRead[],
  back: readonly CameBack[],
): Promise<{ findings: Finding[] }> {
  if (sent.length === 0 && back.length === 0) return { findings: [] }
  const facts = { level: 'PAYMENT', status: 'ACSC', reason: null } as const
  const answers = await sortedAnswers(
    unit,
    sent.map(({ account: _, ...one }) => ({ ...one, ...facts })),
  )
  for (const { id, code, day } of back) {
    const left = answers.payouts[id]?.day ?? day
    answers.payouts[id] = { outcome: 'REJECTED', reason: code, day, left }
  }
  await startAnswers(unit, fileId, answers)
  return { findings: answers.findings.filter(({ code }) => code !== 'PAYMENT_UNKNOWN') }
}
