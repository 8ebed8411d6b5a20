import { z } from 'zod'
import { bookkeepingFileFormats, books } from '../../../domain/automation/schedule.ts'
import type { OwnerType } from '../../../domain/bookkeeping/ledger.ts'
import { invalid } from '../../../domain/refusal.ts'
import { BookkeepingFile } from '../../../entities/bookkeeping-file.ts'
import { id, sentDay } from '../../../kernel/read/fields.ts'
import { inUnit } from '../../../kernel/write/in-unit.ts'
import type { Produced, ScheduledTime, ScheduledWork } from '../../../kernel/write/registered.ts'
import { taskOf } from '../../task.ts'
import { exportMailed } from './export-file.ts'
import { generateFile } from './generate-file.ts'
import { waitingSeries } from './waiting-series.ts'

const format = z.enum(bookkeepingFileFormats)

/** Which vouchers: those up to a day, of some clients. */
export const filesInput = z.object({
  toDate: sentDay,
  format,
  clientIds: z.array(id('Client')).min(1).max(500).optional(),
})

/** Each thing is the first voucher of a file, which is made of what waits behind it. */
const filesOf = (ownerType: OwnerType) =>
  taskOf({
    kind: 'Voucher',
    input: filesInput,
    one: (unit, firstId, asked) => generateFile(unit, firstId, asked),
    find: (unit, { clientIds, toDate }, page) =>
      waitingSeries(unit, { ownerType, clientIds, toDate }, page),
  })

export const generateFiles = filesOf('CLIENT')
export const generateInternalFiles = filesOf('TENANT')

const Scheduled = z.object({
  format: format.default('SIE4I'),
  book: z.enum(books).default('CLIENTS'),
})

/** Files of what waits, at set times. */
export const scheduledFiles: ScheduledWork = {
  right: (input) =>
    Scheduled.parse(input).book === 'TENANT'
      ? 'GenerateInternalBookkeepingFile'
      : 'GenerateBookkeepingFile',
  async accept(_, sent, clientId) {
    const input = Scheduled.parse(sent)
    if (clientId !== null && input.book === 'TENANT') {
      invalid('/book', 'NOT_OF_CLIENT', 'The book of the tenant is no client’s')
    }
    return input
  },
  produce,
  sent: exportMailed,
}

const pageSize = 200

/** What a first try has made is the run's, also where it died before that was written down. */
async function produce(time: ScheduledTime): Promise<Produced> {
  const { runtime, as, workflowId, now, day: toDate, runId, clientId } = time
  const { format: wanted, book } = Scheduled.parse(time.input)
  const ownerType = book === 'TENANT' ? 'TENANT' : 'CLIENT'
  const clientIds = clientId === null ? undefined : [clientId]
  const origin = { workflowId, now } as const
  const asked = { format: wanted, toDate, scheduleRunId: runId }
  let after = ''
  for (let firsts = ['']; firsts.length > 0; after = firsts.at(-1) ?? after) {
    firsts = await inUnit(runtime, as, { ...origin, purpose: 'job' }, (unit) => {
      const page = { after, until: unit.newId('Voucher'), limit: pageSize }
      return waitingSeries(unit, { ownerType, clientIds, toDate }, page)
    })
    for (const first of firsts) {
      await inUnit(runtime, as, origin, (unit) => generateFile(unit, first, asked))
    }
  }
  const made = await inUnit(runtime, as, origin, (unit) =>
    unit.all(BookkeepingFile, { scheduleRunId: runId }),
  )
  return { documentIds: made.map(({ documentId }) => documentId).toSorted(), files: [] }
}
