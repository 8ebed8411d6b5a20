import automation from './automation.ts'
import backgroundTask from './background-task.ts'
import internalRequest from './internal-request.ts'
import scheduler from './scheduler.ts'

export default {
  name: 'automation',
  rooms: {
    automation,
    'background-task': backgroundTask,
    'internal-request': internalRequest,
    scheduler,
  },
}
