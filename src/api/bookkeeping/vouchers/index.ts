import type { Room } from '../../../kernel/http/operation.ts'
import outside from './external.ts'
import queues from './queues.ts'
import reading from './reading.ts'
import settings from './settings.ts'
import writing from './writing.ts'

export default { ...reading, ...writing, ...outside, ...queues, ...settings } satisfies Room
