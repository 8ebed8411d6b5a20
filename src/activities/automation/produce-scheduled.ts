import { createHash } from 'node:crypto'
import { dayIn } from '../../domain/dates.ts'
import { lifeOfScheduleRun } from '../../domain/automation/schedule.ts'
import { plainFilename } from '../../domain/filename.ts'
import { Document } from '../../entities/document.ts'
import type { ScheduleRun } from '../../entities/schedule.ts'
import { clientToSee } from '../../entities/of-the-client.ts'
import type { Task } from '../../kernel/write/activity.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import type { Produced } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import {
  asPlatform,
  asResponsible,
  endRun,
  heldScheduleRun,
  leftOff,
  refusalOfSchedule,
  stopSchedule,
  type RunStanding,
} from './schedule-run.ts'

/** Makes the files of a run and keeps them; those that are kept already are not made again. */
export async function produceScheduled(task: Task): Promise<RunStanding> {
  const { runtime, tenantId, entityId: runId, now, workflowId } = task
  const found = await inUnit(runtime, asPlatform(task), task, (unit) =>
    heldScheduleRun(unit, runId, 'QUEUED'),
  )
  if ('standing' in found) return found.standing
  const { schedule, run } = found
  const refused = await refusalOfSchedule(task, schedule)
  if (refused !== undefined) return stopSchedule(task, refused)
  const off = run.documentIds.length > 0 ? undefined : await leftOff(task, schedule)
  if (off !== undefined) return off
  const { kind, clientId = null, timeZone, input } = schedule
  const day = dayIn(timeZone, run.plannedAt)
  const of = { runtime, workflowId, now, as: asResponsible(schedule), tenantId, runId }
  const produced =
    run.documentIds.length > 0
      ? { documentIds: run.documentIds, files: [] }
      : await runtime.registered.scheduled[kind].produce({ ...of, clientId, day, input })
  const files = await Promise.all(produced.files.map((file) => stored(task, file)))
  return inUnit(runtime, asPlatform(task), task, async (unit) => {
    const still = await heldScheduleRun(unit, runId, 'QUEUED')
    if ('standing' in still) return still.standing
    const made = files.map((file) => addReport(unit, still.run, file))
    const documentIds = [...produced.documentIds, ...made.map(({ id }) => id)]
    if (documentIds.length === 0) return endRun(unit, still.run, 'findNothing')
    const status = lifeOfScheduleRun.move(still.run.status, 'produce')
    const recipients = still.run.mailed > 0 ? still.run.recipients : still.schedule.recipients
    Object.assign(still.run, { status, documentIds, recipients })
    return { status }
  })
}

type Stored = Pick<Document, 'filename' | 'mimeType' | 'size' | 'sha256'> & { storageKey: string }

/** Under a key that follows from what it is, so that a second try leaves nothing behind. */
async function stored(
  { runtime, tenantId, entityId }: Task,
  { bytes, filename, mimeType }: Produced['files'][number],
): Promise<Stored> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const named = `${tenantId}/${entityId}/${sha256}`
  const storageKey = createHash('sha256').update(named).digest('hex')
  await runtime.documents.put(storageKey, bytes)
  const size = bytes.byteLength
  return { filename: plainFilename(filename), mimeType, size, sha256, storageKey }
}

function addReport(unit: Unit, run: ScheduleRun, file: Stored): Document {
  return unit.add(Document, {
    type: 'REPORT',
    ownerType: 'SCHEDULE_RUN',
    ownerId: run.id,
    clientId: clientToSee(run),
    ...file,
    status: 'STORED',
    sourceKey: `schedule-run/${file.filename}`.slice(0, 200),
    createdBy: unit.principal.id,
  })
}
