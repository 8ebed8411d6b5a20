import cache from './cache.ts'
import changelog from './changelog.ts'
import notes from './notes.ts'
import ping from './ping.ts'
import systemSetting from './system-setting.ts'

export default {
  name: 'system',
  rooms: { cache, changelog, notes, ping, 'system-setting': systemSetting },
}
