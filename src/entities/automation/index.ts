import { InternalRequest } from '../internal-request.ts'
import { Schedule, ScheduleRun } from '../schedule.ts'

export const automation = [InternalRequest, Schedule, ScheduleRun] as const
