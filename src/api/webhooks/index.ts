import webhook from './webhook.ts'

export default {
  name: 'webhooks',
  rooms: { webhook },
}
