import events from './events.ts'
import realtime from './realtime.ts'
import webhook from './webhook.ts'

export default {
  name: 'webhooks',
  rooms: { events, realtime, webhook },
}
