import { InternalRequest } from '../internal-request.ts'

export const automation = [InternalRequest] as const
