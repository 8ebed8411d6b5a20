import type { Room } from '../../../kernel/http/operation.ts'
import changing from './changing.ts'
import invitation from './invitation.ts'
import me from './me.ts'
import reading from './reading.ts'
import roles from './roles.ts'

export default { ...reading, ...changing, ...roles, ...invitation, ...me } satisfies Room
