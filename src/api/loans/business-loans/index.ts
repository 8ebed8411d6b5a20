import type { Room } from '../../../kernel/http/operation.ts'
import events from './events.ts'
import life from './life.ts'
import money from './money.ts'

export default { ...life, ...events, ...money } satisfies Room
