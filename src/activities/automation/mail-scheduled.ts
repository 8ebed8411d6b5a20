import { Document } from '../../entities/document.ts'
import type { Schedule } from '../../entities/schedule.ts'
import { clientToSee } from '../../entities/of-the-client.ts'
import type { Task } from '../../kernel/write/activity.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { LetterRefused, type Attachment } from '../../ports/mail/mail.ts'
import { crashPoint } from '../../ports/process/crash-point.ts'
import { leaveErrand } from '../system/leave-errand.ts'
import { settleErrand } from '../system/settle-errand.ts'
import {
  asPlatform,
  endRun,
  heldScheduleRun,
  refusalOfSchedule,
  stopSchedule,
  unsentErrandOf,
  type RunAtWork,
  type RunStanding,
} from './schedule-run.ts'

/** More is not put into a mail: it says where the files are. */
const attachedMax = 10 * 1024 * 1024

/**
 * Mails a run to the next of those who get it, and writes that down. After a crash in between it is
 * mailed again under the same Message-ID; to whom is removed meanwhile it is mailed no more.
 */
export async function mailScheduled(task: Task): Promise<RunStanding> {
  const { runtime, entityId: runId } = task
  const found = await inUnit(runtime, asPlatform(task), task, async (unit) => {
    const at = await heldScheduleRun(unit, runId, 'PRODUCED')
    if ('standing' in at) return at
    return { ...at, documents: await unit.all(Document, { id: { $in: at.run.documentIds } }) }
  })
  if ('standing' in found) return found.standing
  const refused = await refusalOfSchedule(task, found.schedule)
  if (refused !== undefined) return stopSchedule(task, refused)
  const { mailed, recipients } = found.run
  const to = recipients[mailed]
  const outcome = to === undefined ? 'SKIPPED' : await mailedTo(task, found, to)
  if (outcome === 'AWAY') return { status: 'PRODUCED', away: true }
  return inUnit(runtime, asPlatform(task), task, async (unit) => {
    const still = await heldScheduleRun(unit, runId, 'PRODUCED')
    if ('standing' in still) return still.standing
    if (still.run.mailed !== mailed) return { status: 'PRODUCED' }
    if (typeof outcome === 'object') await leaveUnsent(unit, still, String(to), outcome.why)
    else if (outcome === 'SENT') await settleUnsent(unit, still, String(to))
    still.run.mailed = Math.min(mailed + 1, recipients.length)
    if (still.run.mailed < recipients.length) return { status: 'PRODUCED' }
    await runtime.registered.scheduled[still.run.kind].sent?.(unit, runId)
    return endRun(unit, still.run, 'send')
  })
}

type Mailed = 'SENT' | 'SKIPPED' | 'AWAY' | { why: string }

async function mailedTo(
  { runtime }: Task,
  { run, schedule, documents }: RunAtWork & { documents: readonly Document[] },
  to: string,
): Promise<Mailed> {
  if (!schedule.recipients.includes(to)) return 'SKIPPED'
  const size = documents.reduce((sum, each) => sum + each.size, 0)
  const attachments: Attachment[] = []
  for (const { filename, mimeType, storageKey } of size > attachedMax ? [] : documents) {
    const bytes = await runtime.documents.get(storageKey ?? '')
    if (bytes === undefined) throw new Error('a file of a schedule is not where it was kept')
    attachments.push({ filename, mimeType, bytes })
  }
  try {
    const messageId = `${run.id}.${run.mailed + 1}`
    const text = letterText(schedule, run.plannedAt, documents, attachments.length > 0)
    const letter = { to, subject: schedule.name, text, messageId, attachments }
    await runtime.mail.send(letter)
    crashPoint('mailed', () => [run.id])
    return 'SENT'
  } catch (error) {
    if (error instanceof LetterRefused) return { why: error.message }
    runtime.log.warn(
      { err: error, run: run.id },
      'the mail server did not take what a schedule made',
    )
    return 'AWAY'
  }
}

function letterText(
  { name, timeZone }: Schedule,
  plannedAt: Date,
  documents: readonly Document[],
  isAttached: boolean,
): string {
  const when = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(plannedAt)
  const files = documents.map(({ filename, id }) => `  ${filename} (${id})`)
  const where = isAttached
    ? 'The files are attached, and kept among the documents:'
    : 'The files are too large for a mail; they are kept among the documents:'
  return `${name}\nas planned for ${when} (${timeZone})\n\n${where}\n${files.join('\n')}\n`
}

/** One address that takes no mail keeps nobody else from theirs. */
async function leaveUnsent(
  unit: Unit,
  { run, schedule }: RunAtWork,
  recipient: string,
  why: string,
): Promise<void> {
  await leaveErrand(unit, {
    type: 'SCHEDULE',
    subjectType: 'ScheduleRun',
    subjectId: run.id,
    clientId: clientToSee(run),
    title: `${schedule.name} did not reach one of its recipients`,
    data: { scheduleId: schedule.id, recipient, why },
    dedupeKey: unsentErrandOf(schedule.id, recipient),
  })
}

const settleUnsent = (unit: Unit, { schedule }: RunAtWork, recipient: string) =>
  settleErrand(unit, unsentErrandOf(schedule.id, recipient), 'A later one was taken.')
