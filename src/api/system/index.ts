import changelog from './changelog.ts'
import ping from './ping.ts'

export default {
  name: 'system',
  rooms: { changelog, ping },
}
