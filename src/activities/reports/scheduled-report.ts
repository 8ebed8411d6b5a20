import { z } from 'zod'
import { plusDays } from '../../domain/dates.ts'
import { refuse } from '../../domain/refusal.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import type { Produced, ScheduledTime, ScheduledWork } from '../../kernel/write/registered.ts'
import {
  checkParameters,
  fileRowsMax,
  isPeriodEmpty,
  parametersOn,
  queryReport,
  reportOf,
} from './query-report.ts'
import { csvOfReport, filenameOf } from './report-file.ts'

const Input = z.object({
  reportId: z.string(),
  parameters: z.record(z.string(), z.string()).default({}),
  format: z.literal('CSV').default('CSV'),
})

/** A report at set times, as a file. */
export const scheduledReport: ScheduledWork = {
  right: () => 'QueryReport',
  async accept(unit, sent, clientId) {
    const input = Input.parse(sent)
    const report = reportOf(input.reportId) ?? unknownReport()
    // Words such as YESTERDAY make some periods empty on a day or two of each month.
    const today = await unit.today()
    const month = Array.from({ length: 31 }, (_, n) => plusDays(today, n + 1))
    await checkParameters(unit, report, input.parameters, [today, ...month])
    const { clientId: asked } = input.parameters
    if (clientId !== null && asked !== undefined && asked !== clientId) refuse('NOT_FOUND')
    return input
  },
  produce,
}

async function produce(time: ScheduledTime): Promise<Produced> {
  const { runtime, as, workflowId, now, day } = time
  const input = Input.parse(time.input)
  const report = reportOf(input.reportId) ?? unknownReport()
  const origin = { workflowId, now, purpose: 'report' } as const
  if (isPeriodEmpty(parametersOn(report, input.parameters, day))) {
    return { documentIds: [], files: [] }
  }
  const rows = await inUnit(runtime, as, origin, async (unit) => {
    const parameters = await checkParameters(unit, report, input.parameters, [day])
    const found = await queryReport(unit, report, parameters, { limit: fileRowsMax + 1 })
    return found.length > fileRowsMax ? refuse('REPORT_TOO_LARGE') : found
  })
  const filename = filenameOf(report, day)
  const bytes = csvOfReport(report, rows)
  return { documentIds: [], files: [{ filename, mimeType: 'text/csv', bytes }] }
}

export const unknownReport = (): never =>
  refuse('REPORT_UNKNOWN', {
    errors: [{ pointer: '/reportId', code: 'REPORT_UNKNOWN', message: 'There is no such report' }],
  })
